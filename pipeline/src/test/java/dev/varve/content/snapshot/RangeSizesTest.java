package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.Segment;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks of three ranges of one segment, the last of 1.5 MiB. */
class RangeSizesTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int BYTES = 2 * Segment.BYTES + 3 * MEBIBYTE / 2;

  @TempDir private Path folder;

  private double[] sizes(Path file, DiskFormat format) throws IOException {
    FolderStore store = new FolderStore();
    SnapshotImage image =
        new SnapshotImage("vm", "s", 0, null, null, FolderStore.uri(file), format, null);
    List<String> roots = List.of(FolderStore.uri(folder));
    return RangeSizes.estimate(store, roots, SnapshotHead.read(store, roots, BYTES, image), 1);
  }

  /** Blocks at 0, 1, 2, 3, 4 and 5 MiB are looked at; those at 3 and 5 have data. */
  @Test
  void aRawDiskIsProbedOnceAMebibyte() throws IOException {
    byte[] content = new byte[BYTES];
    Arrays.fill(content, MEBIBYTE / 2, MEBIBYTE / 2 + 100, (byte) 'u');
    Arrays.fill(content, 3 * MEBIBYTE, BYTES, (byte) 'x');
    Arrays.fill(content, 4 * MEBIBYTE, 5 * MEBIBYTE, (byte) 0);
    Path file = Files.write(folder.resolve("disk.raw"), content);
    assertThat(sizes(file, DiskFormat.RAW))
        .containsExactly(2 * 4096, 4096 + MEBIBYTE, 4096 + MEBIBYTE / 2.0);
  }

  /** Clusters of 64 KiB: one in the first range, none in the second, two and a zero one behind. */
  @Test
  void tablesSayWhatAQcow2Holds() throws IOException {
    Path file = folder.resolve("disk.qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(file, Qcow2Form.alone(3, 16, BYTES))) {
      writer.write(5, new byte[] {'a'});
      writer.write(64, new byte[] {'b'});
      writer.writeZeros(65);
      writer.write(66, new byte[] {'c'});
    }
    assertThat(sizes(file, DiskFormat.QCOW2)).containsExactly(65536, 0, 2 * 65536);
  }
}
