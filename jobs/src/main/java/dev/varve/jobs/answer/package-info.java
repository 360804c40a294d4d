/**
 * Answers to questions about a warehouse: SQL, reports, the headline and the page, plots, gates,
 * sets of rows, views for other programs, restored layers and damaged files.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer;
