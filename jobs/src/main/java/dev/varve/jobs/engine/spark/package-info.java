/** The adapter to Spark: any number of rows, any file system, any master. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine.spark;
