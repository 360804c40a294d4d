/**
 * The shared part of the ingests of registries and of disks: settings, inputs, and the selection of
 * new rows.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest;
