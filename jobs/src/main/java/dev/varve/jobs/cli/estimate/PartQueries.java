package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.UnitContents;
import dev.varve.content.estimate.UnitDraw;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the queries of {@code schemas/estimate} on the scratch warehouse, which has the rows of the
 * sample.
 */
final class PartQueries {
  private static final String FOLDER = "estimate";
  private static final int HEXADECIMAL = 16;

  private PartQueries() {}

  /** A row of {@code schemas/estimate/sampled_content.sql}. */
  private record SampledContent(
      String unit,
      Fingerprint content,
      long bytes,
      long copies,
      long headCopies,
      String directoryGroup) {
    UnitContents.Owner owner() {
      return new UnitContents.Owner(
          unit, content, bytes, copies, headCopies, Integer.parseInt(directoryGroup, HEXADECIMAL));
    }
  }

  /** A row of {@code schemas/estimate/head_bytes.sql}. */
  private record HeadBytes(String unit, long bytes) {}

  static Query query(String name) {
    return Query.of(FOLDER, name);
  }

  /** Makes tables and views available in an engine; a view may read the names before it. */
  static void makeViews(Engine engine, WarehouseFiles warehouse, List<String> names)
      throws IOException {
    for (String name : names) {
      if (Tables.names().contains(name)) {
        engine.files(name, Tables.columns(name), warehouse.files(name));
      } else {
        engine.view(name, Query.of("views", name));
      }
    }
  }

  /**
   * Sums over the contents of the drawn units and of the heads.
   *
   * @param contents query for the contents of each unit
   * @param sizes bytes of the units that have heads
   */
  static UnitContents contents(
      Engine engine, UnitDraw draw, Query contents, Map<String, Double> sizes) throws IOException {
    engine.view("content", contents);
    Map<String, Double> headWeights = new HashMap<>();
    engine.each(
        query("head_bytes"),
        HeadBytes.class,
        head -> headWeights.put(head.unit, sizes.getOrDefault(head.unit, 0.0) / head.bytes));
    UnitContents sums = new UnitContents(draw, headWeights);
    engine.each(query("sampled_content"), SampledContent.class, row -> sums.add(row.owner()));
    sums.finish();
    return sums;
  }
}
