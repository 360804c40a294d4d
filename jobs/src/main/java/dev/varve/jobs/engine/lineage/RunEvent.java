package dev.varve.jobs.engine.lineage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.jobs.catalog.CatalogNames;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One OpenLineage event of a run, as JSON.
 *
 * @see <a href="https://openlineage.io/spec/2-0-2/OpenLineage.json">OpenLineage.json</a>
 */
final class RunEvent {
  private static final String SPEC = "https://openlineage.io/spec/";

  private final ObjectNode event = JsonNodeFactory.instance.objectNode();
  private final ObjectNode runFacets;
  private final Context context;
  private final String producer;

  /** Transitions of a run. */
  enum Type {
    START,
    COMPLETE,
    ABORT,
    FAIL
  }

  /**
   * The facts that all events of a program state.
   *
   * @param namespace of its jobs
   */
  record Context(String namespace, Optional<ParentRun> parent, Optional<CatalogNames> catalog) {}

  /** An event without inputs, outputs and a message. */
  RunEvent(Type type, Instant at, Context context, LineageRun run) {
    this.context = context;
    producer = "https://varve.dev/" + run.version();
    event.put("eventTime", at.toString());
    event.put("producer", producer);
    event.put("schemaURL", SPEC + "2-0-2/OpenLineage.json#/$defs/RunEvent");
    event.put("eventType", type.name());
    ObjectNode identity = event.putObject("run");
    identity.put("runId", RunUuid.of(run.id()).toString());
    runFacets = identity.putObject("facets");
    facet(runFacets, "processing_engine", "1-1-1/ProcessingEngineRunFacet")
        .put("version", run.version())
        .put("name", "Varve");
    context
        .parent()
        .ifPresent(parent -> parent.addTo(facet(runFacets, "parent", "1-1-0/ParentRunFacet")));
    ArrayNode parameters =
        facet(runFacets, "executionParameters", "1-0-0/ExecutionParametersRunFacet")
            .putArray("parameters");
    parameters.addObject().put("key", "run_id").put("value", run.id());
    run.options()
        .forEach((key, value) -> parameters.addObject().put("key", key).put("value", value));
    ObjectNode job = event.putObject("job");
    job.put("namespace", context.namespace());
    job.put("name", run.verb() + " " + Dataset.at(run.warehouse()).name());
    facet(job.putObject("facets"), "jobType", "2-0-4/JobTypeJobFacet")
        .put("processingType", "BATCH")
        .put("integration", "VARVE")
        .put("jobType", "COMMAND");
    event.putArray("inputs");
    event.putArray("outputs");
  }

  /** Adds an input that is no table of the warehouse. */
  void input(String location) {
    dataset("inputs", location);
  }

  /** Adds a table that is read. */
  void input(String location, String table) {
    describe(dataset("inputs", location), table);
  }

  /** Adds a table that was written. */
  void output(String location, String table, Publication.Written written) {
    ObjectNode dataset = dataset("outputs", location);
    describe(dataset, table);
    facet(
            dataset.putObject("outputFacets"),
            "outputStatistics",
            "1-0-2/OutputStatisticsOutputDatasetFacet")
        .put("rowCount", written.rows())
        .put("size", written.bytes())
        .put("fileCount", written.files());
  }

  /** States why the run failed. */
  void message(String message) {
    facet(runFacets, "errorMessage", "1-0-1/ErrorMessageRunFacet")
        .put("message", message)
        .put("programmingLanguage", "JAVA");
  }

  private ObjectNode dataset(String part, String location) {
    Dataset dataset = Dataset.at(location);
    return event
        .withArray("/" + part)
        .addObject()
        .put("namespace", dataset.namespace())
        .put("name", dataset.name());
  }

  /** Adds the columns of a table, what its rows are, and its name in the catalog. */
  private void describe(ObjectNode dataset, String table) {
    TableDeclaration declaration = Tables.declaration(table);
    ObjectNode facets = dataset.putObject("facets");
    facet(facets, "documentation", "1-1-0/DocumentationDatasetFacet")
        .put("description", String.join(" ", declaration.prose()));
    context
        .catalog()
        .ifPresent(
            names ->
                facet(facets, "symlinks", "1-0-1/SymlinksDatasetFacet")
                    .putArray("identifiers")
                    .addObject()
                    .put("namespace", names.namespace())
                    .put("name", names.prefix() + table)
                    .put("type", "TABLE"));
    ArrayNode fields = facet(facets, "schema", "1-2-0/SchemaDatasetFacet").putArray("fields");
    Map<String, String> comments = declaration.comments();
    declaration
        .columns()
        .forEach(
            (name, type) -> {
              ObjectNode field = fields.addObject().put("name", name).put("type", type);
              if (comments.containsKey(name)) {
                field.put("description", comments.get(name));
              }
            });
  }

  private ObjectNode facet(ObjectNode facets, String name, String schema) {
    String type = schema.substring(schema.indexOf('/') + 1);
    return facets
        .putObject(name)
        .put("_producer", producer)
        .put("_schemaURL", SPEC + "facets/" + schema + ".json#/$defs/" + type);
  }

  JsonNode json() {
    return event;
  }
}
