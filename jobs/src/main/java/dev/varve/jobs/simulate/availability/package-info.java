/** {@code simulate availability}: machines fail at once. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.availability;
