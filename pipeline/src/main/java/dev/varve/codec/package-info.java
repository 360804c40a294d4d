/**
 * Streams and archives taken apart: gzip, zstd, bzip2, xz, tar. Uses the model, commons-compress
 * and zstd-jni; knows nothing of images or registries.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.codec;
