/**
 * Synthetic inputs from a seed that look like real ones, for the demo and for tests: a registry
 * ({@link dev.varve.synthetic.RegistryWorld}) and the disks of some virtual machines ({@link
 * dev.varve.synthetic.SnapshotWorld}).
 *
 * <p>May use: {@code dev.varve.model}, commons-compress, zstd-jni, Jackson. It shares no code with
 * the readers, so that readers are tested against independent writers.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.synthetic;
