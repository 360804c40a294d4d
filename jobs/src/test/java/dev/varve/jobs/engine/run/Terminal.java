package dev.varve.jobs.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.cli.CommandLines;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;

/** Command lines as a user types them, and what comes back: an exit code and two texts. */
public final class Terminal {
  /** Words of the lines that start an engine; the others end before. */
  private static final List<String> NEED_AN_ENGINE =
      List.of("--warehouse", "--published", "estimate");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Terminal() {}

  /**
   * Runs a line on the context of the tests.
   *
   * @param line words with blanks between them, without the program's name
   * @param values what stands for each {@code %s}, a part of one word whatever it holds
   */
  public static Answer varve(String line, Object... values) {
    List<String> words = words(line, values);
    if (words.stream().anyMatch(NEED_AN_ENGINE::contains)) {
      if (words.stream().anyMatch(word -> word.contains("spark"))) {
        TestEngine.start();
      }
      words.addAll(TestEngine.options());
    }
    return run(words);
  }

  /** Runs a line that names a master on a context that is the line's own, from start to end. */
  public static Answer varveAlone(String line, Object... values) {
    TestEngine.stop();
    return run(words(line, values));
  }

  /** Runs a line that names the master of the context that is running. */
  public static Answer varveThere(String line, Object... values) {
    return run(words(line, values));
  }

  /** The rows that {@code varve sql} prints. */
  public static List<Line> rows(Object warehouse, String query) {
    return varve("sql --warehouse %s --format json %s", warehouse, query).done().rows();
  }

  /** The one row that {@code varve sql} prints. */
  public static Line row(Object warehouse, String query) {
    List<Line> rows = rows(warehouse, query);
    assertThat(rows).as(query).hasSize(1);
    return rows.get(0);
  }

  private static List<String> words(String line, Object... values) {
    Iterator<Object> left = List.of(values).iterator();
    List<String> words = new ArrayList<>();
    for (String word : line.isBlank() ? new String[0] : line.strip().split("\\s+")) {
      words.add(word.contains("%s") ? word.replace("%s", left.next().toString()) : word);
    }
    assertThat(left).as("values without a place in %s", line).isExhausted();
    return words;
  }

  private static Answer run(List<String> words) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
    try {
      int code = CommandLines.run(words.toArray(new String[0]));
      return new Answer(
          String.join(" ", words),
          code,
          printed.toString(StandardCharsets.UTF_8),
          complained.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** How a line ended, and what it printed on standard output and standard error. */
  public record Answer(String line, int code, String out, String err) {
    /** The same, of a line that must end well. */
    public Answer done() {
      return endsWith(0);
    }

    /** The same, of a line that must end with this code. */
    public Answer endsWith(int expected) {
      assertThat(code).as("%s%n%s", line, err).isEqualTo(expected);
      return this;
    }

    /** The lines of standard output. */
    public List<String> lines() {
      return out.lines().toList();
    }

    /** The rows of an answer printed as JSON. */
    public List<Line> rows() {
      return rows(json());
    }

    /** The rows of one of several reports printed as JSON. */
    public List<Line> rowsOf(String report) {
      List<JsonNode> named =
          StreamSupport.stream(json().spliterator(), false)
              .filter(each -> each.path("name").asText().equals(report))
              .toList();
      assertThat(named).as(report).hasSize(1);
      return rows(named.get(0));
    }

    /** Standard output as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError(line + " printed no JSON: " + out, e);
      }
    }

    private static List<Line> rows(JsonNode report) {
      return StreamSupport.stream(report.required("rows").spliterator(), false)
          .map(Line::new)
          .toList();
    }
  }

  /** A row by the names of its columns; a name that is not there is a fault of the test. */
  public record Line(JsonNode cells) {
    public String text(String column) {
      return cells.required(column).asText();
    }

    public double number(String column) {
      return Double.parseDouble(text(column));
    }

    /** A number without a fraction: bytes, or how many. */
    public long count(String column) {
      return Long.parseLong(text(column));
    }

    /** Whether a column holds a text. */
    public boolean has(String column, String text) {
      return text(column).equals(text);
    }
  }
}
