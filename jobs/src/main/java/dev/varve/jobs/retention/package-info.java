/**
 * {@code simulate retention}: what rules of registries and of backup tools would remove, and what
 * that would free. Never removes anything.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.retention;
