/** Verb {@code restore}: makes a layer's archive from rows of the warehouse and blobs of layers. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.restore;
