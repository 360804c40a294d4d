/** {@code simulate formats}: what image formats would store and fetch. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.format;
