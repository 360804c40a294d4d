/** {@code simulate chains}: reads replayed over chains of snapshots, walked and known by heart. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.chain;
