/** One thing of a warehouse: what it is, what keeps it, what would free it. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.explain;
