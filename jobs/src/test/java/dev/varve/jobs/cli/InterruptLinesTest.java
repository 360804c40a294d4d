package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.console.Console;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.registry.RegistryServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process that a signal ends while a registry is slow with one layer. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class InterruptLinesTest {
  private static final String RECIPES = "SELECT * FROM layer_recipe ORDER BY ALL";

  @TempDir private Path folder;

  @Test
  void sigtermKeepsTheLayersThatWereRead() throws Exception {
    String last = lastLayer();
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    Path warehouse = folder.resolve("w");
    try (RegistryServer server = new RegistryServer(SmallWorld.registry())) {
      server.cut(
          (path, bytes) -> {
            if (path.endsWith(last)) {
              requested.countDown();
              await(answered);
            }
            return bytes;
          });
      Process process =
          process(
              "ingest registry docker://%s --warehouse %s --quiet --set tuning.ingest.task-blobs=1 --set lineage.to=%s"
                  .formatted(server.host(), warehouse, folder.resolve("lineage")));
      requested.await();
      process.toHandle().destroy(); // unlike the process, it leaves the streams open
      List<String> said = new ArrayList<>();
      try (BufferedReader errors =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
        said.add(String.valueOf(errors.readLine()));
        answered.countDown();
        errors.lines().forEach(said::add);
      }
      assertThat(process.waitFor()).as("%s", said).isEqualTo(143);
      assertThat(Files.readString(folder.resolve("lineage"))).contains("\"ABORT\"");
      assertThat(said).hasSize(2);
      assertThat(said.get(0))
          .isEqualTo("varve: publishing what has been read; Ctrl-C again ends it immediately");
      Matcher kept =
          Pattern.compile(
                  "varve: interrupted; (\\d+) layers of .* are kept; the next run skips them and reads (\\d+) layers? of .*")
              .matcher(said.get(1));
      assertThat(kept).matches();
      assertThat(rows(warehouse, "SELECT layer_digest FROM layer"))
          .hasSize(Integer.parseInt(kept.group(1)))
          .noneMatch(layer -> layer.text("layer_digest").equals(last));
      assertThat(row(warehouse, "SELECT finished_at IS NULL AS early FROM run").text("early"))
          .isEqualTo("true");
      assertThat(row(warehouse, "SELECT counts['interrupted'] AS ends FROM run").text("ends"))
          .isEqualTo("1");
      assertThat(varve("report --warehouse %s", warehouse).done().out().replaceAll("\\s+", " "))
          .contains("Unfinished: the ingest was interrupted")
          .contains(kept.group(1) + " layers with");
      assertThat(
              varve("ingest registry docker://%s --warehouse %s", server.host(), warehouse)
                  .done()
                  .err())
          .contains("skipped   %s layers".formatted(kept.group(1)));
    }
    assertThat(varve("report --warehouse %s", warehouse).done().out()).doesNotContain("Unfinished");
    String ofTags =
        "SELECT * FROM layer_recipe WHERE layer_digest IN (SELECT layer_digest FROM image_layer"
            + " JOIN image_tag USING (image_digest) WHERE tag IS NOT NULL) ORDER BY ALL";
    assertThat(rows(warehouse, RECIPES))
        .isEqualTo(rows(SmallWorld.ingested(), ofTags))
        .isNotEmpty();
  }

  /** The smallest layer, which is read last. */
  private static String lastLayer() throws IOException {
    return row(
            SmallWorld.ingested(),
            "SELECT layer_digest FROM layer ORDER BY compressed_bytes, layer_digest LIMIT 1")
        .text("layer_digest");
  }

  @Test
  void anotherSignalSaysWhatWasPublishedBefore() throws Exception {
    long layers =
        rows(
                SmallWorld.ingested(),
                "SELECT DISTINCT layer_digest FROM image_layer JOIN image_tag USING (image_digest)"
                    + " WHERE tag IS NOT NULL")
            .size();
    List<String> said = endedWhileWaiting(lastLayer(), "--set tuning.ingest.task-blobs=1", 2);
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).startsWith("varve: publishing what has been read");
    assertThat(said.get(1))
        .startsWith(
            "varve: interrupted; nothing new is kept; the next run reads %d layers of "
                .formatted(layers));
  }

  @Test
  void anEndWithNothingReadAndNothingLeftPromisesNothing() {
    PrintStream errors = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Kept none = new Kept("layer", 0, 0);
      Console.quiet().endsEarly(none, none, Reporter.Ending.IMMEDIATE_SIGNAL);
    } finally {
      System.setErr(errors);
    }
    assertThat(said.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("varve: interrupted; nothing new is kept; the next run begins anew");
  }

  @Test
  void signalWhileManifestsAreReadSaysThatNothingWasRead() throws Exception {
    Path lineage = folder.resolve("lineage");
    assertThat(endedWhileWaiting("/manifests/", "--set lineage.to=" + lineage, 1))
        .containsExactly("varve: interrupted; no layer was read yet; the next run begins anew");
    assertThat(Files.readAllLines(lineage))
        .hasSize(2)
        .last()
        .asString()
        .contains("\"ABORT\"")
        .contains("ended by a signal");
  }

  /** Ends a run by signals while it waits for an answer, and returns what it said. */
  private List<String> endedWhileWaiting(String part, String options, int signals)
      throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    try (RegistryServer server = new RegistryServer(SmallWorld.registry())) {
      server.cut(
          (path, bytes) -> {
            if (path.contains(part)) {
              requested.countDown();
              await(answered);
            }
            return bytes;
          });
      Process process =
          process(
              "ingest registry docker://%s --warehouse %s --quiet %s"
                  .formatted(server.host(), folder.resolve("w"), options)
                  .strip());
      requested.await();
      List<String> said = new ArrayList<>();
      try (BufferedReader errors =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
        for (int sent = 1; sent < signals; sent++) {
          process.toHandle().destroy();
          said.add(String.valueOf(errors.readLine()));
        }
        process.toHandle().destroy();
        errors.lines().forEach(said::add);
      }
      assertThat(process.waitFor()).as("%s", said).isEqualTo(143);
      return said;
    } finally {
      answered.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process process(String line) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("@../conf/jvm.options", "dev.varve.jobs.Varve"));
    command.addAll(List.of(line.split(" ")));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.start();
  }
}
