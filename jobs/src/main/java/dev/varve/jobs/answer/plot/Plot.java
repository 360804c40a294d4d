package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The data of a plot, in their own units.
 *
 * @param caption title of the plot
 * @param x horizontal axis, or that of the categories
 * @param y axis of the values: vertical, but horizontal for horizontal bars
 * @param categories names of the whole numbers of x from 0 on; empty where x is a number
 * @param marked meaning of the marks of all series; empty where there are none
 * @param left number of curves and categories that were too many to draw
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
   * @param name of the rows that it is made of; empty where all rows are in it
   * @param measure the column of its values in words; empty where all series have the same
   * @param colour from 0 on
   * @param dash from 0 on, for curves of one colour
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
   * A value with its interval, whose ends are the value where it is exact.
   *
   * @param text what it is, in words
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
