/** The part of {@code derive} that finds layers that are alike, and why files are there again. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive.twin;
