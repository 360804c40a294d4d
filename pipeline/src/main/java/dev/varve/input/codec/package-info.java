/**
 * Compressed streams: gzip, zstd, bzip2, xz, and what a blob's first bytes say of it. Uses the
 * model, commons-compress, zstd-jni and a native inflate library where there is one; knows nothing
 * of archives.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.codec;
