/**
 * Reading a warehouse in DuckDB's SQL. There is the text of each table and view, which the embedded
 * reader runs too, and a script of all of them for DuckDB itself.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.views;
