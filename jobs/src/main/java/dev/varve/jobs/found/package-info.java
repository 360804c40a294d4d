/** New rows of tables out of what an ingest found. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.found;
