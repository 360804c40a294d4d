/** What is known of the terminal, and what may be asked of the tables on it. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.cli.screen;
