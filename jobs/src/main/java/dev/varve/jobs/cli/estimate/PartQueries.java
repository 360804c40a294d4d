package dev.varve.jobs.cli.estimate;

import dev.varve.estimate.UnitContents;
import dev.varve.estimate.UnitDraw;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.List;

/** Queries of {@code schemas/estimate} to the scratch warehouse of the part that was read. */
final class PartQueries {
  private static final String FOLDER = "estimate";

  private PartQueries() {}

  /** A row of view {@code certain_unit}. */
  private record CertainUnit(String unit) {}

  /** A row of {@code schemas/estimate/unit_content.sql}. */
  private record UnitContent(
      String unit, int units, long bytes, long copiedBytes, double distinctBytes) {}

  static Query of(String name) {
    return Query.of(FOLDER, name);
  }

  /** Shows tables, and views over those before them. */
  static void show(Engine engine, WarehouseFiles warehouse, List<String> names) throws IOException {
    for (String name : names) {
      if (Tables.names().contains(name)) {
        engine.files(name, Tables.columns(name), warehouse.files(name));
      } else {
        engine.view(name, Query.of("views", name));
      }
    }
  }

  /**
   * Sums over the contents of the units of a draw.
   *
   * @param query gives the contents of each unit
   */
  static UnitContents contents(Engine engine, UnitDraw draw, Query query) throws IOException {
    engine.records(
        "certain_unit", CertainUnit.class, draw.certain().stream().map(CertainUnit::new).toList());
    engine.view("content", query);
    UnitContents contents = new UnitContents(draw);
    engine.each(
        of("unit_content").with("most", UnitContents.MOST_UNITS + 2),
        UnitContent.class,
        row ->
            contents.add(
                row.unit(),
                row.units(),
                (double) row.bytes(),
                (double) row.copiedBytes(),
                row.distinctBytes()));
    return contents;
  }
}
