package dev.varve.jobs.answer.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What documents print, and small answers to print. */
final class Printed {
  private Printed() {}

  /** All that a document of these answers prints. */
  static String text(BiFunction<PrintStream, TableStyle, Document> rendering, Answer... answers)
      throws IOException {
    return text(rendering, TableStyle.PLAIN, answers);
  }

  /** The same on a screen that looks so. */
  static String text(
      BiFunction<PrintStream, TableStyle, Document> rendering, TableStyle style, Answer... answers)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Document document =
        rendering.apply(new PrintStream(bytes, false, StandardCharsets.UTF_8), style)) {
      document.all(List.of(answers));
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  static Answer.Column column(String name, ColumnUnit figure) {
    return new Answer.Column(name, figure, null);
  }

  @SafeVarargs
  static Answer answer(
      String name,
      List<String> heading,
      List<Answer.Column> columns,
      List<@Nullable Object>... rows) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      all.add(row);
    }
    return new Answer(name, heading, columns, all);
  }

  /** A row, which may hold nulls. */
  static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  /** Two columns, and a row of each kind of trouble. */
  static Answer troubles() {
    return answer(
        "troubles",
        List.of("What is hard to print?", "Everything."),
        List.of(column("name", ColumnUnit.TEXT), column("bytes", ColumnUnit.BYTES)),
        row("plain", 2048L),
        row(null, null),
        row("a,b \"c\"\nd", 1.5),
        row("\u202egpj.exe\u001b[2J", Double.NaN),
        row(new byte[] {0, 16, (byte) 0xff}, 1e-7),
        row("{\"a\":[1,2]}", 0));
  }

  static Answer empty(String name) {
    return answer(name, List.of(), List.of(column("n", ColumnUnit.COUNT)));
  }
}
