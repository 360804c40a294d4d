package dev.varve.jobs.simulate.layering;

import dev.varve.model.EntryKind;
import dev.varve.simulation.layering.LineEntry;
import dev.varve.simulation.layering.LineEntry.Identity;
import dev.varve.simulation.layering.LineImage;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code schemas/simulate/layering_learned.sql} and {@code layering_judged.sql}: an image,
 * a rule, or an entry of a tree. One of the three is not null.
 *
 * @param plan number of the plan
 * @param path of the entry or the rule; empty of an image
 * @param ordinal of the image in its plan; 0 of a rule
 */
record PlanStep(
    int plan,
    String path,
    int ordinal,
    @Nullable Member image,
    @Nullable Rule rule,
    @Nullable Content entry) {
  /**
   * An image of a line.
   *
   * @param line its number in the plan
   * @param createdAt seconds since 1970
   * @param learned whether plans learn from it
   */
  record Member(int line, long createdAt, boolean learned) {
    LineImage lineImage() {
      return new LineImage(
          line, createdAt, learned ? LineImage.Phase.LEARN : LineImage.Phase.JUDGE);
    }
  }

  /** The layer of a path by a policy and a limit of layers. */
  record Rule(String policy, int maxLayers, int layer) {}

  /** An entry as {@link LineEntry} describes it. */
  record Content(
      EntryKind kind, Identity identity, long bytes, long compressedBytes, long modifiedAt) {}

  /** The entry of this step. */
  LineEntry lineEntry(Content content) {
    return new LineEntry(
        path,
        content.kind(),
        ordinal,
        content.identity(),
        content.bytes(),
        content.compressedBytes(),
        content.modifiedAt());
  }
}
