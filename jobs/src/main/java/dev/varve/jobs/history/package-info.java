/** What people ask about the history of a warehouse: as it stood, and what came since. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.history;
