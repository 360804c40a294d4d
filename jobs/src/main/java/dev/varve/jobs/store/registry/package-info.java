/** Registries by their API: a store of manifests and blobs over HTTP, which logs in and waits. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store.registry;
