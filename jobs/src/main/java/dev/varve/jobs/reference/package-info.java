/**
 * The published segments as an ordered stream of chunk references, and the popular data among them:
 * what the simulations of backups and of deletion share.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.reference;
