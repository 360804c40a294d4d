/**
 * {@code simulate pulls}: what pulls cost once layers are stored as files, and what caches give
 * back.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.pull;
