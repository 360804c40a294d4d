/** This process: its memory, as the machine tells it, and its threads. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.host;
