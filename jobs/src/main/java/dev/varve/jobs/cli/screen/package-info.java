/** Properties of the terminal, and options of the tables on it. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.screen;
