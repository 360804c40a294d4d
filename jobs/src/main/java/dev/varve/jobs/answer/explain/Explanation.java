package dev.varve.jobs.answer.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.PrintedText;
import java.io.IOException;
import java.util.List;

/**
 * Explanation of one thing of a warehouse, such as a layer, an image or a path: its facts, and one
 * screen of text.
 */
public final class Explanation {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Facts facts;
  private final ExplainedText text;

  Explanation(Facts facts, ExplainedText text) {
    this.facts = facts;
    this.text = text;
  }

  /**
   * Explains a thing.
   *
   * @param named digest, fingerprint or an unambiguous prefix of one; a reference with a tag or
   *     digest; a snapshot with its VM; or a path
   * @throws dev.varve.jobs.engine.run.NoInputException when there is no such thing
   * @throws dev.varve.jobs.conf.InvalidSettingsException when several things have this prefix
   */
  public static Explanation of(Queries queries, String named) throws IOException {
    ExplainRows rows = new ExplainRows(queries);
    NamedThing thing = NamedThing.of(rows, named);
    String name = thing.name();
    return switch (thing.kind()) {
      case LAYER -> LayerExplanation.of(rows, name);
      case IMAGE -> ImageExplanation.of(rows, name);
      case MANIFEST -> BlobExplanation.ofManifest(rows, name);
      case BLOB -> BlobExplanation.of(rows, name);
      case CONTENT -> ContentExplanation.of(rows, name);
      case CHUNK -> ChunkExplanation.of(rows, name);
      case SNAPSHOT -> SnapshotExplanation.of(rows, name);
      case GONE -> GoneExplanation.of(rows, name);
      case GONE_TAG -> GoneExplanation.ofTag(rows, name);
      case PATH -> PathExplanation.of(rows, name);
    };
  }

  /** The facts as one JSON object on one line. */
  public String json() {
    try {
      return PrintedText.json(MAPPER.writeValueAsString(facts));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The text in lines for a terminal.
   *
   * @param columns width of the terminal
   */
  public List<String> lines(int columns) {
    return text.lines(columns);
  }
}
