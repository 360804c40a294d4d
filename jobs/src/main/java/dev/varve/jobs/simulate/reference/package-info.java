/**
 * The published segments as an ordered stream of chunk references, and the popular data among them,
 * for the simulations of backups, of deletion and of retention.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.reference;
