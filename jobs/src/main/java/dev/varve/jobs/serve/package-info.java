/**
 * The protocol of HiveServer2 over a {@link dev.varve.jobs.serve.catalog.Catalog}. So whatever has
 * a driver for Hive or for Spark's Thrift server reads a warehouse. It uses the protocol's own
 * generated classes on a server of Thrift, and nothing of Hive.
 *
 * <p>Statements run on Spark and not on DuckDB, which is quicker for a warehouse on this machine.
 * Tools that speak to such a server write the dialect of Spark (backticks, DESCRIBE, functions and
 * their types), and warehouses of any file system are read where Spark is. Spark's own Thrift
 * server would bring Hive and its metastore along.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.serve;
