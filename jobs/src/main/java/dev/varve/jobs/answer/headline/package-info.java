/**
 * The headline of a whole warehouse, on one screen: blocks of bars and sentences, made from reports
 * and from the queries in {@code schemas/headline}, apart from how they are printed.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.headline;
