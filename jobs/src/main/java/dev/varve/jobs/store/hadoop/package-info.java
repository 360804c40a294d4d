/** The adapter to Hadoop: files of HDFS and of all other file systems that it has connectors to. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store.hadoop;
