/** The part of {@code derive} that finds similar layers, and explains why files are duplicated. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive.twin;
