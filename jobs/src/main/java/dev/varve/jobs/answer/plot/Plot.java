package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One plot of the page that shows a report: its data, in the units of the report. {@link ChartRows}
 * makes it from rows; {@link XyPlot}, {@link BarPlot} or {@link ColumnPlot} draws it as SVG.
 *
 * @param caption title of the plot
 * @param x axis of the categories or of the numbers x: horizontal, but vertical for horizontal bars
 * @param y axis of the values: vertical, but horizontal for horizontal bars
 * @param categories names of the categories; x of a point is an index into them. Empty for a
 *     numeric axis
 * @param series curves or sets of bars. A waterfall has two, whose points match: the amounts before
 *     each stage, then the amounts after it
 * @param marksLabel meaning of the marks of all series; empty if there are no marks
 * @param omittedSeries number of series left out, as there were too many to draw
 */
record Plot(
    Chart.Kind kind,
    String caption,
    Axis x,
    Axis y,
    List<String> categories,
    List<Series> series,
    String marksLabel,
    int omittedSeries) {
  enum Scaling {
    LINEAR,
    LOGARITHMIC
  }

  record Axis(String label, ColumnUnit unit, Scaling scaling) {
    /** Whether the axis has a position for the value: a logarithmic one only above zero. */
    boolean shows(double value) {
      return Double.isFinite(value) && (scaling == Scaling.LINEAR || value > 0);
    }
  }

  /**
   * Points of one colour.
   *
   * @param name of the group of rows; empty if all rows are in one group
   * @param measure name of the column of its values, in words; empty if all series have the same
   *     column
   * @param colour number of the colour, from 0 on
   * @param dash number of the dash pattern, from 0 on, to tell curves of one colour apart
   * @param marks single points for comparison, such as figures printed in a paper
   */
  record Series(
      String name, String measure, int colour, int dash, List<Point> points, List<Point> marks) {
    /** Name and measure, joined by a comma; empty where both are. */
    String fullName() {
      return Stream.of(name, measure)
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * Point with the interval of its value; both ends of the interval equal the value if it is exact.
   *
   * @param text tooltip of the point
   */
  record Point(double x, double y, double low, double high, String text) {}

  /** Points and marks of all series. */
  Stream<Point> points() {
    return series.stream()
        .flatMap(series -> Stream.concat(series.points().stream(), series.marks().stream()));
  }

  /** Values y of all points and marks, with the ends of their intervals. */
  DoubleStream values() {
    return points().flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()));
  }

  /** Whether no point has a place on both axes. */
  boolean isEmpty() {
    return points().noneMatch(point -> x.shows(point.x()) && y.shows(point.y()));
  }

  /** A description in words, for readers who do not see the picture. */
  String description() {
    StringBuilder text = new StringBuilder(caption);
    text.append(": ").append(y.label()).append(" by ").append(x.label()).append("; ");
    for (Series curve : series) {
      List<Point> points = curve.points();
      text.append(curve.fullName().isEmpty() ? "values" : curve.fullName()).append(": ");
      if (points.isEmpty()) {
        text.append("marks only. ");
        continue;
      }
      Point last = points.get(points.size() - 1);
      text.append(points.get(0).text());
      text.append(points.size() > 1 ? ", to " + last.text() : "").append(". ");
    }
    return text.toString().strip();
  }
}
