/**
 * A synthetic registry from a seed that looks like a real one, for the demo and for tests: {@link
 * dev.varve.synthetic.registry.RegistryWorld}. Uses the model, contents, commons-compress, zstd-jni
 * and Jackson. It shares no code with the readers, so that they are tested against independent
 * writers.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.synthetic.registry;
