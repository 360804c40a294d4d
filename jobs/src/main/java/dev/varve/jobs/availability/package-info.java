/** {@code simulate availability} and {@code simulate durability}: what machine failures lose. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.availability;
