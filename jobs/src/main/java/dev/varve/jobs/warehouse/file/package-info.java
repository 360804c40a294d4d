/** Files of the warehouse as file systems keep them: renamed atomically, and on disk when said. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.file;
