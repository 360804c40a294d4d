/**
 * Arrow Flight SQL over a warehouse, for BI tools and programs. Its JDBC and ADBC drivers are
 * Arrow's own. Statements are answered by the local engine, as those of verb {@code sql}, and
 * guarded by the same rules. Results are sent as the batches in which the engine computes them. The
 * server keeps nothing of a client: a prepared statement is its text.
 *
 * @see <a href="https://arrow.apache.org/docs/format/FlightSql.html">Arrow Flight SQL</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.serve;
