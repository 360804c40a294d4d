package dev.varve.synthetic.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotWorldTest {
  private static final Seed SEED = new Seed(2024);

  private static Path folder;
  private static SnapshotWorld.Summary summary;

  @BeforeAll
  static void grow(@TempDir Path temporary) throws IOException {
    folder = temporary;
    summary = SnapshotWorld.write(SEED, SnapshotWorldSize.small(), folder.resolve("first"));
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws Exception {
    Path again = folder.resolve("again");
    assertThat(SnapshotWorld.write(SEED, SnapshotWorldSize.small(), again)).isEqualTo(summary);
    assertThat(digests(again)).isEqualTo(digests(folder.resolve("first")));
    Path other = folder.resolve("other");
    assertThat(SnapshotWorld.write(new Seed(1), SnapshotWorldSize.small(), other).snapshots())
        .doesNotContainAnyElementsOf(summary.snapshots());
  }

  @Test
  void everySnapshotHasItsFileAndOneIsCut() {
    assertThat(summary.snapshots())
        .hasSize(9)
        .allMatch(snapshot -> Files.exists(folder.resolve("first/" + snapshot.file())));
    assertThat(summary.snapshots()).filteredOn(SnapshotWorld.Written::damaged).hasSize(1);
    assertThat(summary.virtualBytes()).isEqualTo(8L * (4 << 20));
  }

  @Test
  void theDemoHasTheSharesOfZerosAndOfChangeThatItPromises() throws IOException {
    SnapshotWorld.Summary demo =
        SnapshotWorld.write(SEED, SnapshotWorldSize.demo(), folder.resolve("demo"));
    assertThat(demo.virtualBytes()).isBetween(100L << 20, 200L << 20);
    for (SnapshotWorld.Written snapshot : demo.snapshots()) {
      assertThat((double) snapshot.zeroBytes() / snapshot.virtualBytes())
          .as(snapshot.file())
          .isBetween(0.08, 0.20);
      if (!snapshot.snapshot().equals("day-0")) {
        assertThat((double) snapshot.changedBytes() / snapshot.virtualBytes())
            .as(snapshot.file())
            .isBetween(0.01, 0.03);
      }
    }
  }

  private static Map<String, String> digests(Path root) throws Exception {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        MessageDigest sum = MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(file)) {
          sum.update(in.readAllBytes());
        }
        digests.put(root.relativize(file).toString(), HexFormat.of().formatHex(sum.digest()));
      }
    }
    return digests;
  }
}
