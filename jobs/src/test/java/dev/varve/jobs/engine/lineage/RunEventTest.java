package dev.varve.jobs.engine.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.varve.jobs.catalog.CatalogNames;
import dev.varve.jobs.warehouse.table.Publication;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events against those that OpenLineage's own client for Java makes of the same facts. */
class RunEventTest {
  /** Dates are texts and what is not known is left out, as that client configures it. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private static final Instant AT = Instant.parse("2026-11-29T12:21:34.567Z");
  private static final String ID = "20261129T122134567Z-0a1b2c3d";

  private final OpenLineage client = new OpenLineage(URI.create("https://varve.dev/0.1.0"));

  private static LineageRun run() {
    return new LineageRun(
        ID, "ingest snapshots", AT, "0.1.0", Map.of("inputs", "/disks"), "hdfs://nn:8020/w");
  }

  private static RunEvent.Context context() {
    return new RunEvent.Context(
        "night",
        ParentRun.of(
            Map.of(
                "OPENLINEAGE_PARENT_ID",
                "http://airflow:8080/nightly.varve/0190b5a5-0000-7000-8000-0123456789ab")),
        CatalogNames.of("rest", "http://catalog.example:8181", List.of("lake", "varve")));
  }

  /** {@code uuid.uuid5(uuid.NAMESPACE_URL, 'https://varve.dev/run/' + id)} of Python. */
  @Test
  void theUuidOfARunIsThatOfItsName() {
    assertThat(RunUuid.of(ID)).hasToString("dbbafb81-57ee-5eaa-ad1c-dfa4f6c0f379");
    assertThat(RunUuid.of("20200229T000000000Z-ffffffff"))
        .hasToString("b57da7a3-03cd-5431-bd7c-147c5663c64a");
  }

  @Test
  void aWholeEventIsWhatTheClientOfOpenLineageWrites() throws Exception {
    RunEvent ours = new RunEvent(RunEvent.Type.FAIL, AT, context(), run());
    ours.input("file:/disks");
    ours.input("hdfs://nn:8020/w/vm", "vm");
    ours.output("hdfs://nn:8020/w/vm", "vm", new Publication.Written(7, 900, 2));
    ours.message("no space");
    OpenLineage.RunEvent theirs =
        event(
            EventType.FAIL,
            facets().errorMessage(client.newErrorMessageRunFacet("no space", "JAVA", null)),
            List.of(
                client.newInputDatasetBuilder().namespace("file").name("/disks").build(),
                client
                    .newInputDatasetBuilder()
                    .namespace("hdfs://nn:8020")
                    .name("/w/vm")
                    .facets(ofVm())
                    .build()),
            List.of(
                client
                    .newOutputDatasetBuilder()
                    .namespace("hdfs://nn:8020")
                    .name("/w/vm")
                    .facets(ofVm())
                    .outputFacets(
                        client
                            .newOutputDatasetOutputFacetsBuilder()
                            .outputStatistics(
                                client
                                    .newOutputStatisticsOutputDatasetFacetBuilder()
                                    .rowCount(7L)
                                    .size(900L)
                                    .fileCount(2L)
                                    .build())
                            .build())
                    .build()));
    assertThat(MAPPER.readTree(ours.json().toString()))
        .isEqualTo(MAPPER.readTree(MAPPER.writeValueAsString(theirs)));
  }

  @Test
  void aStartHasNoMessage() throws Exception {
    RunEvent ours = new RunEvent(RunEvent.Type.START, AT, context(), run());
    assertThat(MAPPER.readTree(ours.json().toString()))
        .isEqualTo(
            MAPPER.readTree(
                MAPPER.writeValueAsString(event(EventType.START, facets(), List.of(), List.of()))));
  }

  private OpenLineage.RunFacetsBuilder facets() {
    return client
        .newRunFacetsBuilder()
        .parent(
            client.newParentRunFacet(
                client.newParentRunFacetRun(
                    UUID.fromString("0190b5a5-0000-7000-8000-0123456789ab")),
                client.newParentRunFacetJob("http://airflow:8080", "nightly.varve"),
                null))
        .processing_engine(client.newProcessingEngineRunFacet("0.1.0", "Varve", null))
        .executionParameters(
            client.newExecutionParametersRunFacet(
                List.of(
                    client.newExecutionParameterBuilder().key("run_id").value(ID).build(),
                    client.newExecutionParameterBuilder().key("inputs").value("/disks").build())));
  }

  private OpenLineage.RunEvent event(
      EventType type,
      OpenLineage.RunFacetsBuilder facets,
      List<OpenLineage.InputDataset> inputs,
      List<OpenLineage.OutputDataset> outputs) {
    return client
        .newRunEventBuilder()
        .eventType(type)
        .eventTime(AT.atZone(ZoneOffset.UTC))
        .run(client.newRun(UUID.fromString("dbbafb81-57ee-5eaa-ad1c-dfa4f6c0f379"), facets.build()))
        .job(
            client
                .newJobBuilder()
                .namespace("night")
                .name("ingest snapshots /w")
                .facets(
                    client
                        .newJobFacetsBuilder()
                        .jobType(
                            client
                                .newJobTypeJobFacetBuilder()
                                .processingType("BATCH")
                                .integration("VARVE")
                                .jobType("COMMAND")
                                .build())
                        .build())
                .build())
        .inputs(inputs)
        .outputs(outputs)
        .build();
  }

  /** Table vm, as its file in schemas describes it. */
  private OpenLineage.DatasetFacets ofVm() {
    return client
        .newDatasetFacetsBuilder()
        .symlinks(
            client.newSymlinksDatasetFacet(
                List.of(
                    client.newSymlinksDatasetFacetIdentifiers(
                        "http://catalog.example:8181", "lake.varve.vm", "TABLE"))))
        .documentation(
            client
                .newDocumentationDatasetFacetBuilder()
                .description(
                    "One row a VM of which at least one snapshot is published. It appears after its"
                        + " first snapshot.")
                .build())
        .schema(
            client.newSchemaDatasetFacet(
                List.of(
                    client.newSchemaDatasetFacetFieldsBuilder().name("vm").type("STRING").build(),
                    client
                        .newSchemaDatasetFacetFieldsBuilder()
                        .name("run_id")
                        .type("STRING")
                        .description("the run that published its first snapshot")
                        .build())))
        .build();
  }
}
