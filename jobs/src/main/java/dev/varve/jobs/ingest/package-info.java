/** What the ingests of registries and of disks share: new rows of tables out of what was read. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest;
