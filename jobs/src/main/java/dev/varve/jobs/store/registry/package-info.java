/**
 * The adapter to registries: a store of manifests and blobs over HTTP, with authentication, retries
 * and rate limits.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store.registry;
