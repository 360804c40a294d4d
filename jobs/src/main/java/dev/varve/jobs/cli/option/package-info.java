/** Options that every verb takes, and the exit codes. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.option;
