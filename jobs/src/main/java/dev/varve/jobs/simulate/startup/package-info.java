/** {@code simulate startup}: the part of its image that the start of a container needs. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.startup;
