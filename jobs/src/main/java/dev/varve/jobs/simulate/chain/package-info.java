/**
 * {@code simulate chains}: reads replayed over chains of snapshots, file by file and by an index.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.chain;
