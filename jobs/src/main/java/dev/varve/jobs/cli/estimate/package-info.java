/**
 * Verb {@code estimate}: a part of the inputs is ingested into a scratch warehouse, which is
 * deleted again; what all of them hold follows from it.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.estimate;
