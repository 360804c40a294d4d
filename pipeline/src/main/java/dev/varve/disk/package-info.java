/**
 * Virtual disks read by random access: raw and qcow2 images with their backing chains, opened by
 * {@link dev.varve.disk.DiskOpener}. Their formats stand in {@link dev.varve.disk.DiskFormat}. Uses
 * the model and the codecs; knows nothing of the inputs that disks are found in, of chunkers, of
 * tables or of what deduplication makes of a disk.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.disk;
