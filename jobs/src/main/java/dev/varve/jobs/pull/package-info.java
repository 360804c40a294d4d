/**
 * {@code simulate pulls}: what pulls cost once layers are kept as files, and what caches give back.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.pull;
