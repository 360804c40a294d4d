/** {@code ingest registry}: manifests and layers into recipes. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.ingest.registry;
