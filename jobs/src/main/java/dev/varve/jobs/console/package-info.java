/** What a person at a terminal is told of a run: its progress, and the few lines that end it. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.console;
