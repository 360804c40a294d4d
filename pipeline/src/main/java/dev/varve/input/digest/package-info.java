/**
 * Digests and fingerprints: by native code where the processor has instructions for them, by the
 * JDK elsewhere, and of zeros without reading them. Uses the model.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.digest;
