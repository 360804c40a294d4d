/**
 * Answers for people and programs, independent of the engine: the figures of their columns, and the
 * renderings: terminal table, CSV, JSON, Markdown, OpenMetrics.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.report;
