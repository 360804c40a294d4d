package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.hadoop.MotoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A warehouse in a bucket of S3 answers as one on a disk; skipped where there is no server. */
@Tag("thorough")
class ObjectStoreLinesTest {
  private static final List<String> REPORTS =
      List.of("dedup-summary", "image-efficiency", "backup-efficiency", "coverage");

  @TempDir private Path folder;

  private static void fill(Object warehouse, Path settings) {
    for (String line :
        List.of(
            "ingest registry " + SmallWorld.registry(),
            "ingest snapshots " + SmallWorld.disks(),
            "derive",
            "simulate backup",
            "compact --before 0d")) {
      varve(line + " --warehouse %s --conf %s", warehouse, settings).done();
    }
  }

  /** The code is that of wrong use; Hadoop gives each location of a bucket its own exception. */
  @Test
  void aBucketThatIsNotThereIsWrongUse() throws Exception {
    try (MotoServer server = MotoServer.start(folder.resolve("log"))) {
      Path settings = settings(server);
      String none = "s3a://none-%s/w".formatted(server.bucket());
      for (String line :
          List.of(
              "report --warehouse " + none,
              "derive --warehouse " + none,
              "ingest registry %s --warehouse %s".formatted(SmallWorld.registry(), none),
              "ingest registry %s --warehouse %s".formatted(none, folder.resolve("w")))) {
        assertThat(varve(line + " --conf %s", settings).endsWith(2).err())
            .as(line)
            .contains("varve: s3a://none-", ": the bucket does not exist; ")
            .doesNotContain("Exception", "Request ID");
      }
    }
  }

  private Path settings(MotoServer server) throws IOException {
    return Files.write(
        folder.resolve("s3.conf"),
        server.settings().entrySet().stream()
            .map(one -> "varve.spark.\"%s\" = \"%s\"".formatted(one.getKey(), one.getValue()))
            .toList());
  }

  @Test
  void aWarehouseThereAnswersAsOneOnADisk() throws Exception {
    try (MotoServer server = MotoServer.start(folder.resolve("log"))) {
      Path settings = settings(server);
      String bucket = "s3a://%s/w".formatted(server.bucket());
      Path local = folder.resolve("w");
      fill(bucket, settings);
      fill(local, settings);
      for (String report : REPORTS) {
        String line = "report %s --format csv --warehouse %s --conf %s";
        assertThat(varve(line, report, bucket, settings).done().out())
            .as(report)
            .isEqualTo(varve(line, report, local, settings).done().out());
      }
      assertThat(varve("check --files --warehouse %s --conf %s", bucket, settings).done().out())
          .contains("files are as published", "checks pass");
      String again = "ingest registry %s --warehouse %s --conf %s";
      assertThat(varve(again, SmallWorld.registry(), bucket, settings).done().err())
          .contains("read      0 layers");
    }
  }
}
