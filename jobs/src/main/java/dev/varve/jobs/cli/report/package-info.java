/** Verb {@code report}: the request, as the command line has it, and its way to the screen. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.report;
