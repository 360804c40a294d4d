/**
 * Rebuilding of compressed blobs from their archives: which encoder reproduces a stored blob, bit
 * for bit. Uses the model and codecs.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.rebuild;
