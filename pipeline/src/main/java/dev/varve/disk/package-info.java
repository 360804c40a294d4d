/**
 * Virtual disks: raw and qcow2 images with their backing chains, read by random access; published
 * chunk traces; and the inputs that these are found in. Uses the model and the codecs; knows
 * nothing of chunkers, of tables or of what deduplication makes of a disk.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.disk;
