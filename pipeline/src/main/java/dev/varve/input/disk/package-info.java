/**
 * Virtual disks read by random access: images of many hypervisors with their backing chains, opened
 * by {@link dev.varve.input.disk.DiskOpener}. Their formats are listed in {@link
 * dev.varve.input.disk.DiskFormat}. Uses the model and the codecs; knows nothing of inputs,
 * chunkers, tables or deduplication.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.disk;
