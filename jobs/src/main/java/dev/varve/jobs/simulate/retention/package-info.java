/**
 * {@code simulate retention}: removals by rules of registries and of backup tools, and the bytes
 * that they would free. Never removes anything.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.retention;
