package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.model.EpochMicros;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An image's config (OCI image specification, config.md).
 *
 * @param diffIds digests of the uncompressed layers, base first
 * @param createdBy build steps of the history entries that made a layer, base first
 */
record ImageConfig(
    Platform platform,
    @Nullable Long createdAtMicros,
    List<String> diffIds,
    List<@Nullable String> createdBy) {

  static ImageConfig unknown() {
    return new ImageConfig(Platform.UNKNOWN, null, List.of(), List.of());
  }

  static ImageConfig of(JsonNode config) {
    List<String> diffIds = new ArrayList<>();
    config.path("rootfs").path("diff_ids").forEach(id -> diffIds.add(JsonDocument.cut(id)));
    List<@Nullable String> steps = new ArrayList<>();
    for (JsonNode step : config.path("history")) {
      if (!step.path("empty_layer").asBoolean(false)) {
        steps.add(JsonDocument.text(step, "created_by"));
      }
    }
    return new ImageConfig(
        Platform.of(config), micros(JsonDocument.text(config, "created")), diffIds, steps);
  }

  /**
   * The build step that made the layer at a depth; null unless the history has one step for each
   * layer.
   */
  @Nullable String createdBy(int depth, int layers) {
    return createdBy.size() == layers ? createdBy.get(depth) : null;
  }

  static @Nullable Long micros(@Nullable String time) {
    if (time == null) {
      return null;
    }
    try {
      return EpochMicros.of(OffsetDateTime.parse(time).toInstant());
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }
}
