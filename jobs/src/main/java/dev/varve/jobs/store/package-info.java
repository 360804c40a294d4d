/** Inputs as the pure readers ask for them: files of local disks, HDFS and object stores. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store;
