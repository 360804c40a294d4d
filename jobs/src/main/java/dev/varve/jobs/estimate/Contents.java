package dev.varve.jobs.estimate;

import dev.varve.estimate.MetContents;
import dev.varve.estimate.UnitDraw;
import java.io.IOException;
import java.util.Map;

/** Counts what was met in the units of a draw. */
final class Contents {
  private Contents() {}

  /** A row of {@code schemas/estimate/met_content.sql}. */
  private record Met(String unit, int units, long bytes, long copiedBytes, double distinctBytes) {}

  /**
   * Contents by unit.
   *
   * @param query which gives the contents of each unit
   */
  static MetContents met(
      PartQueries queries, UnitDraw draw, String query, Map<String, Object> parameters)
      throws IOException {
    queries.fill("certain_unit", draw.certain());
    queries.show("content", query, parameters);
    MetContents met = new MetContents(draw);
    queries.each(
        "met_content",
        Map.of("most", MetContents.MOST_UNITS + 2),
        Met.class,
        row ->
            met.add(
                row.unit(),
                row.units(),
                (double) row.bytes(),
                (double) row.copiedBytes(),
                row.distinctBytes()));
    return met;
  }
}
