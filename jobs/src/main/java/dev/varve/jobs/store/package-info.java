/** Inputs as the pure readers need them: files of local disks, HDFS and object stores. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store;
