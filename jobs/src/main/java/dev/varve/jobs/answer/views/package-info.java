/**
 * Tables, views and reports of a warehouse as views: names, SQL, and a script that creates all of
 * them in DuckDB.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.views;
