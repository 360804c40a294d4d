/** This process: its memory, as the machine reports it, and its threads. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.host;
