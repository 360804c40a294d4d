/** {@code simulate availability}: machines fail at the same time. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.availability;
