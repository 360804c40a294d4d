package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  @Test
  void aFileTakesThePlaceOfTheOneBefore() throws IOException {
    Path file = folder.resolve("new/page.html");
    OutputPlace.of(file).write("before");
    OutputPlace.of(file).write("after");
    assertThat(file).hasContent("after");
    assertThat(file.getParent()).isDirectoryContaining(file::equals);
    try (var left = Files.list(folder.resolve("new"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("latest"), Path.of("page.html"));
    OutputPlace.of(link).write("of a link that led nowhere");
    assertThat(folder.resolve("page.html")).hasContent("of a link that led nowhere");
    OutputPlace.of(link).write("again");
    OutputFile.move(Files.writeString(folder.resolve("draft"), "moved"), link);
    assertThat(link).isSymbolicLink().hasContent("moved");
  }

  @Test
  void aPipeStaysAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readString(pipe);
              } catch (IOException e) {
                return e.toString();
              }
            });
    OutputPlace.of(pipe).write("what a reader waits for");
    assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo("what a reader waits for");
    assertThat(Files.readAttributes(pipe, "isOther", LinkOption.NOFOLLOW_LINKS))
        .containsEntry("isOther", true);
    assertThat(OutputFile.isNotReplaceable(pipe)).isTrue();
    assertThat(OutputFile.isNotReplaceable(folder.resolve("none"))).isFalse();
  }
}
