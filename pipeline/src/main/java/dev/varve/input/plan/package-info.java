/**
 * Plan of an ingest of images: which layers of the sources are new, in which order they are read,
 * and by which task.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.plan;
