/**
 * The jobs: each opens a session, reads tables, hands rows to pure functions, writes tables, runs
 * SQL.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.job;
