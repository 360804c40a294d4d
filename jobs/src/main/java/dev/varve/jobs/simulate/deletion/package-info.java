/** {@code simulate deletion}: what Bloom summaries leak, and what exact deletion costs. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.deletion;
