/** What a query of the user's may do on Spark: read the warehouse, and nothing else. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.guard;
