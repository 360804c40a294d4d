package dev.varve.jobs.engine.lineage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The run of a scheduler that started this program, as other integrations of OpenLineage read it
 * from the environment.
 *
 * @see <a href="https://openlineage.io/docs/spec/facets/run-facets/parent_run">Parent run facet</a>
 */
record ParentRun(String namespace, String job, UUID run) {
  static final String VARIABLE = "OPENLINEAGE_PARENT_ID";

  /** A namespace may be an address, a job has no slash. */
  private static final Pattern FORM =
      Pattern.compile("(.+)/([^/]+)/(\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

  /**
   * The parent that the environment names.
   *
   * @throws IllegalArgumentException when the variable has another form
   */
  static Optional<ParentRun> of(Map<String, String> environment) {
    String text = environment.getOrDefault(VARIABLE, "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text + " is not NAMESPACE/JOB/RUN, RUN a UUID");
    }
    return Optional.of(
        new ParentRun(parts.group(1), parts.group(2), UUID.fromString(parts.group(3))));
  }

  /** Adds what the facet consists of. */
  void addTo(ObjectNode facet) {
    facet.putObject("run").put("runId", run.toString());
    facet.putObject("job").put("namespace", namespace).put("name", job);
  }
}
