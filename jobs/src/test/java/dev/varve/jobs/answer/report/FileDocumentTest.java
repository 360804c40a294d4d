package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDocumentTest {
  @TempDir private Path folder;

  private void write(Format format, Path target, Answer... answers) throws IOException {
    try (Document document = format.at(OutputPlace.of(target), TableStyle.PLAIN)) {
      document.all(List.of(answers));
    }
  }

  @Test
  void oneAnswerIsOneFileAndItsFolderIsMade() throws Exception {
    Path target = folder.resolve("new/one.out");
    write(Format.JSON, target, Printed.empty("one"));
    assertThat(target).content().startsWith("{\"name\":\"one\"");
    write(Format.CSV, target, Printed.empty("one"));
    assertThat(target).content().isEqualToNormalizingNewlines("n\n");
  }

  @Test
  void severalAnswersForProgramsAreAFileEach() throws Exception {
    Path target = folder.resolve("reports");
    write(Format.CSV, target, Printed.empty("one"), Printed.empty("two"));
    write(Format.JSON, target, Printed.empty("one"), Printed.empty("two"));
    assertThat(target)
        .isDirectoryContaining("glob:**one.csv")
        .isDirectoryContaining("glob:**two.csv");
    assertThat(target.resolve("one.csv")).content().isEqualToNormalizingNewlines("n\n");
    assertThat(target.resolve("two.json")).content().startsWith("{\"name\":\"two\"");
  }

  @Test
  void severalTablesAreOneFileThatReplacesTheOldOne() throws Exception {
    Path target = Files.writeString(folder.resolve("all.txt"), "old".repeat(100));
    write(Format.TABLE, target, Printed.empty("one"), Printed.empty("two"));
    assertThat(target)
        .content()
        .isEqualToNormalizingNewlines(
            "== one ==\nn\n-\n(no rows)\n\n== two ==\nn\n-\n(no rows)\n\n");
  }

  @Test
  void anOldFileStaysWhenNoAnswerCame() throws Exception {
    Path target = Files.writeString(folder.resolve("kept.csv"), "old");
    try (Document document = Format.CSV.at(OutputPlace.of(target), TableStyle.PLAIN)) {
      document.begin(List.of("one"));
    }
    assertThat(target).content().isEqualTo("old");
  }

  /** Who reads a file at any time, such as a collector of metrics, never sees a part of it. */
  @Test
  void aFileAppearsWholeWhenItsLastAnswerIsWritten() throws Exception {
    for (Format format : List.of(Format.TABLE, Format.MARKDOWN, Format.OPENMETRICS)) {
      Path target = Files.writeString(folder.resolve("whole.txt"), "old");
      try (Document document = format.at(OutputPlace.of(target), TableStyle.PLAIN)) {
        document.begin(List.of("one", "two"));
        document.add(Printed.empty("one"));
        assertThat(target).content().isEqualTo("old");
        document.add(Printed.empty("two"));
        document.end();
        assertThat(target).content().isNotEqualTo("old").isNotEmpty();
      }
      assertThat(folder).isDirectoryNotContaining("glob:**/.*");
    }
  }

  @Test
  void aDocumentThatWasNotEndedLeavesNothing() throws Exception {
    Path target = folder.resolve("part.prom");
    try (Document document = Format.OPENMETRICS.at(OutputPlace.of(target), TableStyle.PLAIN)) {
      document.begin(List.of("one"));
      document.verdict(Printed.empty("gate"));
      document.add(Printed.empty("one"));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whereNoFolderCanBeIsSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> write(Format.CSV, file.resolve("x/one.csv"), Printed.empty("one")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is a file, not a folder");
  }
}
