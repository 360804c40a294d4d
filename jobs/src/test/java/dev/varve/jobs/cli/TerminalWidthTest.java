package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No line of a report is wider than its terminal, whatever the names that it prints. */
@EnabledOnOs(OS.LINUX)
class TerminalWidthTest {
  private static final List<String> NAMES =
      List.of(
          "red\u001b[31m\u009b2J.conf",
          "photo\u202egpj.exe",
          "\";=cmd()",
          "<script>alert(1)</script>",
          "tab\tand\nline",
          "\u6587\u4ef6".repeat(40) + ".txt",
          "long/" + "x".repeat(10_000));

  @TempDir private static Path folder;
  private static Path warehouse;
  private static PseudoTerminal terminal;

  @BeforeAll
  static void ingest() throws IOException {
    terminal = new PseudoTerminal(folder.resolve("home"));
    warehouse = SmallWorld.copy(SmallWorld.simulated(), folder.resolve("w"));
    Path registry = Files.createDirectories(folder.resolve("odd\u202e\u001b[1m"));
    LayoutOfBlobs layout = new LayoutOfBlobs(registry);
    byte[] archive = archive();
    layout.layer(archive, archive);
    layout.finish();
    varve("ingest registry %s --warehouse %s", registry, warehouse).done();
    varve("derive --set derive.twins.layers=none --warehouse %s", warehouse).done();
  }

  /** Each name twice, and so large that it comes first among the duplicates. */
  private static byte[] archive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setAddPaxHeadersForNonAsciiNames(true);
      for (int name = 0; name < NAMES.size(); name++) {
        byte[] content =
            "content %d ".formatted(name).repeat(100_000).getBytes(StandardCharsets.UTF_8);
        for (String place : List.of("a/", "b/")) {
          TarArchiveEntry entry = new TarArchiveEntry(place + NAMES.get(name));
          entry.setSize(content.length);
          tar.putArchiveEntry(entry);
          tar.write(content);
          tar.closeArchiveEntry();
        }
      }
    }
    return bytes.toByteArray();
  }

  /** Columns that a line takes, its colours left out. */
  private static int columns(String line) {
    String plain = line.replaceAll("\u001b\\[[01]m", "");
    assertThat(plain).matches("\\P{Cc}*").doesNotContain("\u202e");
    int wide = (int) plain.codePoints().filter(Character::isIdeographic).count();
    return plain.codePointCount(0, plain.length()) + wide;
  }

  static List<Integer> widths() {
    return Boolean.getBoolean("thorough") ? List.of(80, 100, 160) : List.of(100);
  }

  @ParameterizedTest
  @MethodSource("widths")
  void noLineIsWiderThanItsTerminal(int width) throws Exception {
    String said =
        terminal.varve(
            width,
            Map.of(),
            ("report coverage top-duplicates image-efficiency availability-by-failures layer-profile"
                    + " deletion-leakage --explain --warehouse "
                    + warehouse)
                .split(" "));
    assertThat(said.lines())
        .hasSizeGreaterThan(100)
        .filteredOn(line -> !line.startsWith("varve: "))
        .allSatisfy(line -> assertThat(columns(line)).as(line).isLessThanOrEqualTo(width));
    assertThat(said)
        .contains("\u001b[1m== top-duplicates ==\u001b[0m")
        .contains("gpj.exe", "\";=cmd()", "xx...xx");
  }

  @Test
  void theHeadlineIsOneScreen() throws Exception {
    String said = terminal.varve(80, Map.of(), "report", "--warehouse", warehouse.toString());
    assertThat(said.lines())
        .hasSizeBetween(20, 50)
        .allSatisfy(line -> assertThat(columns(line)).as(line).isLessThanOrEqualTo(80));
    assertThat(said).contains("Registry", "Virtual machines", "Checks");
  }

  /** Nothing is derived yet, nothing was simulated: what comes first is named. */
  @Test
  void reportsWithoutRowsStandTogetherWithTheCommandThatFillsThem() {
    Path ingested = SmallWorld.ingested();
    String all = varve("report --all --warehouse %s", ingested).done().out();
    String withoutRows = all.substring(all.indexOf("No rows yet:"));
    assertThat(withoutRows.lines())
        .hasSizeGreaterThan(10)
        .allSatisfy(line -> assertThat(columns(line)).as(line).isLessThanOrEqualTo(100));
    assertThat(withoutRows.replace("\n    ", " "))
        .containsPattern("No rows yet:\n(.*\n)*  .*savings-by-size.*\\(varve derive\\)\n")
        .containsPattern("\n  .*pull-codecs.*\\(varve ingest registry --measure-pull\\)\n")
        .containsPattern("\n  .*durability.*\\(varve simulate durability\\)\n");
    assertThat(all).doesNotContain("(no rows)");
    assertThat(varve("report --warehouse %s", ingested).done().out())
        .contains("varve derive counts it");
    assertThat(varve("report dedup-summary --format json --warehouse %s", ingested).done().rows())
        .filteredOn(row -> row.has("mode", "dedup only"))
        .singleElement()
        .satisfies(row -> assertThat(row.text("bytes")).isEqualTo("null"));
  }

  @Test
  void aTerminalWithoutColoursGetsNone() throws Exception {
    String[] words = {"report", "coverage", "--warehouse", warehouse.toString()};
    assertThat(terminal.varve(80, Map.of("NO_COLOR", "1"), words)).doesNotContain("\u001b");
    assertThat(terminal.varve(80, Map.of("TERM", "dumb"), words)).doesNotContain("\u001b");
    assertThat(terminal.varve(80, Map.of("COLUMNS", "60"), words).lines())
        .filteredOn(line -> !line.startsWith("varve: "))
        .allSatisfy(line -> assertThat(columns(line)).isLessThanOrEqualTo(60));
  }

  /** A quote doubles, and what a spreadsheet would run is for its import to refuse. */
  @Test
  void programsGetNamesAsTheyAre() {
    String csv =
        varve("report top-duplicates --format csv --columns example_path --warehouse %s", warehouse)
            .done()
            .out();
    assertThat(csv)
        .contains("\"a/\"\";=cmd()\"\n", "a/photo\u202egpj.exe\n", "a/tab\\x09and\\x0aline\n");
  }

  /**
   * Columns that a report puts first are in its table, below the rows, or in a line for all rows.
   */
  @Test
  void mainColumnsOfEveryReportAreSeenAtAHundredColumns() {
    String all = varve("report --all --warehouse %s", warehouse).done().out();
    List<String> missing = new ArrayList<>();
    int reports = 0;
    for (String text : all.split("(?m)^(?=== )")) {
      Matcher name = Pattern.compile("== ([a-z-]+) ==\n").matcher(text);
      if (name.lookingAt()) {
        reports++;
        Set<String> headers = headers(text.lines().toList());
        mainColumns(name.group(1)).stream()
            .filter(column -> !headers.contains(column))
            .filter(column -> !Pattern.compile("\\b" + column + "\\b").matcher(text).find())
            .forEach(column -> missing.add(name.group(1) + ": " + column));
      }
    }
    assertThat(reports).isGreaterThan(40);
    assertThat(missing).isEmpty();
  }

  private static List<String> mainColumns(String report) {
    Matcher first =
        Pattern.compile("(?m)^-- first: (.+)$").matcher(SqlFiles.text("reports", report));
    return first.find() ? List.of(first.group(1).split(" ")) : List.of();
  }

  /** Names above a rule of dashes, where a long one takes two lines. */
  private static Set<String> headers(List<String> lines) {
    Set<String> names = new HashSet<>();
    for (int rule = 2; rule < lines.size(); rule++) {
      if (lines.get(rule).matches("-+(  -+)*")) {
        Matcher column = Pattern.compile("-+").matcher(lines.get(rule));
        while (column.find()) {
          String last = part(lines.get(rule - 1), column);
          names.add(last);
          names.add(part(lines.get(rule - 2), column) + last);
        }
      }
    }
    return names;
  }

  private static String part(String line, MatchResult column) {
    return line.substring(
            Math.min(column.start(), line.length()), Math.min(column.end(), line.length()))
        .strip();
  }
}
