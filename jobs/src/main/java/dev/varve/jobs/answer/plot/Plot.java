package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Data of a plot in their own units, before they are mapped to positions.
 *
 * @param caption title of the plot
 * @param x axis of the categories or of the numbers x: horizontal, but vertical for horizontal bars
 * @param y axis of the values: vertical, but horizontal for horizontal bars
 * @param categories names of the categories; x of a point is its place among them, from 0 on. Empty
 *     for a numeric axis
 * @param marked meaning of the marks of all series; empty if there are no marks
 * @param left number of series left out, as there were too many to draw
 */
record Plot(
    Chart.Kind kind,
    String caption,
    Axis x,
    Axis y,
    List<String> categories,
    List<Series> series,
    String marked,
    int left) {
  enum Scaling {
    LINEAR,
    LOGARITHMIC
  }

  record Axis(String label, ColumnUnit figure, Scaling scaling) {
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
   * @param marks drawn alongside the points, by themselves
   */
  record Series(
      String name, String measure, int colour, int dash, List<Point> points, List<Point> marks) {
    /** Name and measure, joined by a comma; empty where both are. */
    String whole() {
      return Stream.of(name, measure)
          .filter(one -> !one.isEmpty())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * Point with the interval of its value; both ends of the interval equal the value if it is exact.
   *
   * @param text tooltip of the point
   */
  record Point(double x, double y, double low, double high, String text) {}

  Stream<Point> points() {
    return series.stream()
        .flatMap(one -> Stream.concat(one.points().stream(), one.marks().stream()));
  }

  DoubleStream heights() {
    return points().flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()));
  }

  boolean isEmpty() {
    return points().findAny().isEmpty();
  }

  /** A description in words, for readers who do not see the picture. */
  String alternative() {
    StringBuilder text = new StringBuilder(caption);
    text.append(": ").append(y.label()).append(" by ").append(x.label()).append("; ");
    for (Series one : series) {
      List<Point> points = one.points();
      text.append(one.whole().isEmpty() ? "values" : one.whole()).append(": ");
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
