/**
 * OpenLineage events of runs: what each read and wrote, and how it ended, for a file or a server of
 * lineage.
 *
 * @see <a href="https://openlineage.io/docs/spec/object-model">OpenLineage's object model</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.engine.lineage;
