/** The output of a run for people on the terminal: its progress, and a summary at its end. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.console;
