/**
 * One self-contained HTML file of reports: the headline, then a section a report with its plot, its
 * table, how it counts and its SQL. It is a document like the others, written above them because it
 * also says what reports are about. Nothing in it asks the network for anything; a small script
 * sorts and filters tables, and everything can be read without it.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.page;
