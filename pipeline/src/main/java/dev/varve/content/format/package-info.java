/**
 * Formats of container images: what each adds to the contents of files, and how it cuts and
 * compresses an archive. Uses the model, codecs and a chunker; knows nothing of tables.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.format;
