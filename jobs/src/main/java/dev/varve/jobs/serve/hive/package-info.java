/**
 * The shapes of HiveServer2's protocol: how a connection begins, types, rows, and the catalogue in
 * the columns that clients request. It knows no sessions.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.serve.hive;
