/**
 * Simulations of deduplication: a package for each, and packages {@code reference} and {@code
 * fleet} for what several of them share. A simulation reads tables of the warehouse, runs a fold of
 * {@code pipeline} over their rows, and writes tables of results.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate;
