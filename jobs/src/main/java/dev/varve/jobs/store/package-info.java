/**
 * The port to stores of files, and the adapter to local disks; subpackages are the adapters to
 * Hadoop and to registries.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store;
