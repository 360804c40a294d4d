/** {@code simulate availability} and {@code simulate durability}: machines fail. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.availability;
