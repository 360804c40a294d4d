/**
 * Verb {@code estimate}: a part of the inputs is ingested into a scratch warehouse, which is
 * deleted again; the whole is estimated from it.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.estimate;
