package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.format.ImageFormat;
import dev.varve.input.codec.Compression;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.trace.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table "Constants of foreign formats" of contributing: a row for each format, with its tests.
 */
class ForeignConstantsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void everyFormatHasAProofAndEveryProofATest() throws IOException {
    Set<String> tests = new HashSet<>();
    for (String module : List.of("pipeline", "jobs")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        files.forEach(file -> tests.add(file.getFileName().toString()));
      }
    }
    List<String> proven = new ArrayList<>();
    for (String row : rows()) {
      String[] cells = row.split("\\|");
      proven.addAll(code(cells[1]));
      assertThat(code(cells[3])).as(row).isNotEmpty();
      assertThat(tests).as(row).containsAll(code(cells[3]).stream().map(a -> a + ".java").toList());
    }
    List<String> formats =
        Stream.<Enum<?>[]>of(
                DiskFormat.values(),
                TraceFormat.values(),
                Compression.values(),
                ImageFormat.values(),
                SourceUnit.Form.values())
            .flatMap(Arrays::stream)
            .map(format -> format.name().toLowerCase(Locale.ROOT))
            .toList();
    assertThat(proven).containsExactlyInAnyOrderElementsOf(formats);
  }

  private static List<String> rows() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/contributing.md"));
    String section = page.split("### Constants of foreign formats")[1].split("\n## ")[0];
    return section.lines().filter(line -> line.startsWith("|")).skip(2).toList();
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
  }
}
