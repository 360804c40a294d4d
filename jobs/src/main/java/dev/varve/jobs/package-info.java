/**
 * The program, in layers (groups of packages): {@code cli} (verbs and options) uses {@code ingest},
 * {@code derive}, {@code simulate}, {@code answer} and {@code serve}, which do not see each other
 * ({@code serve} sees {@code answer}); they use {@code engine} (SQL, folds and tasks by DuckDB or
 * Spark), which uses {@code warehouse} (tables and their files). The lowest layers are {@code
 * conf}, {@code store} and {@code host}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs;
