/** The command line: verbs, progress, summaries, exit codes. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli;
