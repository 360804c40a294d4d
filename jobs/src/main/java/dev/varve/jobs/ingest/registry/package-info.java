/** {@code ingest registry}: reads manifests and layers, and writes recipes. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest.registry;
