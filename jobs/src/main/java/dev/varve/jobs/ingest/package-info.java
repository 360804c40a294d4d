/**
 * The shared part of the ingests of registries and of disks: new rows of tables out of what was
 * read.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest;
