/** {@code simulate availability}: machines fail at once. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.availability;
