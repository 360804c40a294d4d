/** The program: where it starts. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs;
