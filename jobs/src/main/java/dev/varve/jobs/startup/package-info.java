/** {@code simulate startup}: what the start of a container needs of its image. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.startup;
