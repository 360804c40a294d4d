package dev.varve.jobs.estimate;

import dev.varve.estimate.MetContents;
import dev.varve.estimate.UnitDraw;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Counts what was met in the units of a draw. */
final class Contents {
  private Contents() {}

  /** A row of {@code schemas/estimate/met_content.sql}. */
  private record Met(String unit, int units, long bytes, long copiedBytes, double distinctBytes) {}

  /**
   * Contents by unit.
   *
   * @param query of folder {@code estimate}, which gives the contents of each unit
   */
  static MetContents met(Run run, UnitDraw draw, String query, Map<String, Object> parameters) {
    run.spark()
        .createDataset(List.copyOf(draw.certain()), Encoders.STRING())
        .toDF("unit")
        .createOrReplaceTempView("certain_unit");
    run.select("estimate", query, parameters).createOrReplaceTempView("content");
    Dataset<Row> rows =
        run.select("estimate", "met_content", Map.of("most", MetContents.MOST_UNITS + 2));
    RowReader<Met> reader = RowReader.of(rows.schema(), Met.class);
    MetContents met = new MetContents(draw);
    for (Iterator<Row> each = rows.toLocalIterator(); each.hasNext(); ) {
      Met row = reader.record(each.next());
      met.add(
          row.unit(),
          row.units(),
          (double) row.bytes(),
          (double) row.copiedBytes(),
          row.distinctBytes());
    }
    return met;
  }
}
