package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.jna.Platform;
import dev.varve.content.snapshot.SegmentReader;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.Holes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalHolesTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  /** A file of 64 MiB with two bytes of data, whose blocks are far from each other. */
  private Path sparse() throws IOException {
    Path file = folder.resolve("sparse h\u00f6le.img");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      for (long at : new long[] {10 * MIB, 40 * MIB}) {
        channel.write(ByteBuffer.wrap(new byte[] {1}), at);
      }
      channel.write(ByteBuffer.wrap(new byte[1]), 64 * MIB - 1);
    }
    return file;
  }

  @Test
  void noDataLiesInAHole() throws IOException {
    try (Holes holes = LocalHoles.of(sparse())) {
      assertThat(holes == Holes.UNKNOWN).isEqualTo(!Platform.isLinux());
      assertThat(holes.length()).isGreaterThanOrEqualTo(64 * MIB);
      for (long data : new long[] {10 * MIB, 40 * MIB}) {
        assertThat(holes.dataFrom(data)).isEqualTo(data);
        assertThat(holes.holeFrom(data)).isGreaterThan(data);
        assertThat(holes.dataFrom(data - MIB)).isLessThanOrEqualTo(data);
      }
    }
  }

  @Test
  void holesAreFound() throws IOException {
    try (Holes holes = LocalHoles.of(sparse())) {
      assumeThat(holes.dataFrom(0)).as("the file system knows holes").isPositive();
      assertThat(holes.dataFrom(0)).isBetween(9 * MIB, 10 * MIB);
      assertThat(holes.holeFrom(10 * MIB)).isBetween(10 * MIB, 12 * MIB);
      assertThat(holes.dataFrom(13 * MIB)).isBetween(39 * MIB, 40 * MIB);
      assertThat(holes.dataFrom(64 * MIB)).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void ofWhatIsNotThereNothingIsKnown() {
    try (Holes holes = LocalHoles.of(folder.resolve("nothing"))) {
      assertThat(holes).isSameAs(Holes.UNKNOWN);
      assertThat(holes.dataFrom(5)).isEqualTo(5);
    }
  }

  /** Each segment as its bytes, zeros where nothing is read. */
  private static List<String> segments(Path file) throws IOException {
    Store store = LocalStore.disk();
    String location = Locations.of(file);
    SnapshotImage image =
        new SnapshotImage("vm", "s", 0, null, null, location, DiskFormat.RAW, null);
    long bytes = Files.size(file);
    List<String> segments = new ArrayList<>();
    try (SegmentReader disk =
        new SegmentReader(
            store,
            List.of(location.substring(0, location.lastIndexOf('/'))),
            new SnapshotPart(image, bytes, -1, 0, bytes))) {
      while (disk.next()) {
        byte[] read = disk.isHole() ? new byte[disk.length()] : disk.bytes();
        segments.add(
            disk.position()
                + " "
                + disk.dirty()
                + " "
                + Arrays.hashCode(Arrays.copyOf(read, disk.length())));
      }
    }
    return segments;
  }

  @Test
  void aSparseDiskReadsAsADenseOne() throws IOException {
    Path sparse = sparse();
    Path dense = Files.write(folder.resolve("dense.img"), Files.readAllBytes(sparse));
    assertThat(segments(sparse)).isEqualTo(segments(dense)).hasSize(32);
  }
}
