/**
 * Snapshots deleted by the word of Bloom summaries: what that leaks, when exact repair is due, and
 * what both cost beside mark and sweep. Popular chunks are not deleted this way and do not appear
 * here. May use {@code dev.varve.model}, commons-collections4 and fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.deletion;
