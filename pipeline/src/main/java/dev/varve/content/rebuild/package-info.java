/**
 * Compressed blobs out of their archives: which encoder gives a stored blob again, bit for bit.
 * Uses the model and codecs.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.rebuild;
