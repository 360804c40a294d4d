package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.HandQcow2;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks of a few segments; clusters of qcow2 images are 64 KiB, so a segment is 32 of them. */
class SegmentReaderTest {
  private static final int CLUSTER_BITS = 16;
  private static final int PER_SEGMENT = Segment.BYTES >> CLUSTER_BITS;

  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();

  /** What a reader says of a segment; {@code first} is its first octet, of a hole -1. */
  private record Found(
      long position, int length, boolean hole, @Nullable Boolean dirty, int first) {}

  @Test
  void onlyTheLastSegmentIsShort() throws IOException {
    byte[] content = new byte[2 * Segment.BYTES + 700];
    Arrays.fill(content, 0, Segment.BYTES, (byte) 'a');
    Arrays.fill(content, Segment.BYTES, 2 * Segment.BYTES, (byte) 'b');
    Arrays.fill(content, 2 * Segment.BYTES, content.length, (byte) 'c');
    SnapshotImage image = raw(content);
    assertThat(read(new SnapshotPart(image, content.length, -1, 0, content.length)))
        .containsExactly(
            new Found(0, Segment.BYTES, false, null, 'a'),
            new Found(1, Segment.BYTES, false, null, 'b'),
            new Found(2, 700, false, null, 'c'));
    assertThat(read(new SnapshotPart(image, content.length, -1, 1, Segment.BYTES)))
        .as("a part in the middle")
        .containsExactly(new Found(1, Segment.BYTES, false, null, 'b'));
  }

  @Test
  void aSegmentHasItsOwnBytesToTheEnd() throws IOException {
    byte[] content = new byte[Segment.BYTES + 3];
    Arrays.fill(content, (byte) 'a');
    content[Segment.BYTES - 1] = 'z';
    content[Segment.BYTES + 2] = 'e';
    SnapshotPart part = new SnapshotPart(raw(content), content.length, -1, 0, content.length);
    try (SegmentReader reader = new SegmentReader(store, roots(), part)) {
      assertThat(reader.position()).as("before the first").isEqualTo(-1);
      assertThat(reader.next()).isTrue();
      assertThat(reader.bytes()[Segment.BYTES - 1]).isEqualTo((byte) 'z');
      assertThat(reader.next()).isTrue();
      assertThat(Arrays.copyOf(reader.bytes(), reader.length())).containsExactly('a', 'a', 'e');
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).as("the end stays the end").isFalse();
    }
    assertThat(store.open()).isZero();
  }

  @Test
  void aDiskWithoutBytesHasNoSegment() throws IOException {
    assertThat(read(new SnapshotPart(raw(new byte[0]), 0, -1, 0, 0))).isEmpty();
  }

  @Test
  void holesAndMarksOfZeroAreNotRead() throws IOException {
    long bytes = 4L * Segment.BYTES;
    Path path = folder.resolve("holes.qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(path, Qcow2Form.alone(3, CLUSTER_BITS, bytes))) {
      writer.write(PER_SEGMENT + 31, octets('b')); // the last cluster of segment 1
      for (int cluster = 2 * PER_SEGMENT; cluster < 3 * PER_SEGMENT; cluster++) {
        writer.writeZeros(cluster);
      }
      writer.write(3 * PER_SEGMENT, new byte[1 << CLUSTER_BITS]); // zeros that are stored
    }
    assertThat(read(new SnapshotPart(qcow2(path), bytes, -1, 0, bytes)))
        .containsExactly(
            new Found(0, Segment.BYTES, true, null, -1),
            new Found(1, Segment.BYTES, false, null, 0),
            new Found(2, Segment.BYTES, true, null, -1),
            new Found(3, Segment.BYTES, false, null, 0));
    assertThat(store.bytes())
        .as("two clusters of data, the rest are header and tables")
        .isLessThan(4 << CLUSTER_BITS);
  }

  @Test
  void aSegmentIsDirtyWhereTheImageItselfHasAnythingOfIt() throws IOException {
    long bytes = 5L * Segment.BYTES + 512;
    base("base.qcow2", bytes);
    Path path = folder.resolve("over.qcow2");
    Qcow2Form form = Qcow2Form.alone(3, CLUSTER_BITS, bytes).over("base.qcow2", "qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(path, form)) {
      writer.write(31, octets('n'));
      for (int cluster = PER_SEGMENT; cluster < 2 * PER_SEGMENT; cluster++) {
        writer.writeZeros(cluster);
      }
      writer.writeZeros(3 * PER_SEGMENT);
      writer.write(5 * PER_SEGMENT, octets('e'));
    }
    assertThat(read(new SnapshotPart(qcow2(path), bytes, bytes, 0, bytes)))
        .containsExactly(
            new Found(0, Segment.BYTES, false, true, 'p'), // one cluster of 32 written
            new Found(1, Segment.BYTES, true, true, -1), // the parent's data turned to zeros
            new Found(2, Segment.BYTES, false, false, 'p'), // the parent's
            new Found(3, Segment.BYTES, true, true, -1), // a mark over nothing
            new Found(4, Segment.BYTES, true, false, -1), // nobody has anything
            new Found(5, 512, false, true, 'e')); // short, as the parent's is
  }

  @Test
  void whereTheDiskWasResizedNothingTellsOfTheParent() throws IOException {
    long before = 2L * Segment.BYTES + 512;
    long bytes = 4L * Segment.BYTES;
    base("small.qcow2", before);
    Path path = folder.resolve("grown.qcow2");
    Qcow2Form form = Qcow2Form.alone(3, CLUSTER_BITS, bytes).over("small.qcow2", "qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(path, form)) {
      writer.write(1, octets('n'));
    }
    assertThat(read(new SnapshotPart(qcow2(path), bytes, before, 0, bytes)))
        .extracting(Found::dirty)
        .containsExactly(true, false, null, null);
    Path cut = folder.resolve("cut.qcow2");
    Qcow2Form shorter = Qcow2Form.alone(3, CLUSTER_BITS, 512).over("small.qcow2", "qcow2");
    new Qcow2Writer(cut, shorter).close();
    assertThat(read(new SnapshotPart(qcow2(cut), 512, before, 0, 512)))
        .as("a segment of another length than the parent's")
        .containsExactly(new Found(0, 512, false, null, 'p'));
  }

  @Test
  void allocatedBytesAreThoseOfTheImageItself() throws IOException {
    base("base.qcow2", 3L * Segment.BYTES);
    Path path = folder.resolve("over.qcow2");
    Qcow2Form form =
        Qcow2Form.alone(3, CLUSTER_BITS, 3L * Segment.BYTES).over("base.qcow2", "qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(path, form)) {
      writer.write(7, octets('n'));
      writer.writeZeros(8);
    }
    SnapshotPart part = new SnapshotPart(qcow2(path), 3L * Segment.BYTES, -1, 0, Segment.BYTES);
    try (SegmentReader reader = new SegmentReader(store, roots(), part)) {
      assertThat(reader.allocatedBytes()).isEqualTo(1 << CLUSTER_BITS);
    }
  }

  @Test
  void aDiskOfAnotherSizeThanWasListedIsRefused() throws IOException {
    long bytes = 2L * Segment.BYTES + 512;
    Path path = folder.resolve("disk.qcow2");
    new Qcow2Writer(path, Qcow2Form.alone(3, CLUSTER_BITS, bytes)).close();
    for (SnapshotImage image : List.of(raw(new byte[(int) bytes]), qcow2(path))) {
      assertThat(read(new SnapshotPart(image, bytes, -1, 0, bytes))).hasSize(3);
      assertRefused(image, bytes, bytes + 512, RejectReason.TRUNCATED);
      assertRefused(image, bytes, 64L * Segment.BYTES, RejectReason.TRUNCATED);
      assertRefused(image, bytes, bytes - 512, RejectReason.CORRUPT);
      assertRefused(image, bytes, 0, RejectReason.CORRUPT);
    }
  }

  private void assertRefused(SnapshotImage image, long bytes, long listed, RejectReason reason) {
    SnapshotPart part = new SnapshotPart(image, listed, -1, 0, listed);
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> read(part));
    assertThat(fault).as("%s, listed with %d", image.format(), listed).isNotNull();
    assertThat(fault.reason()).isEqualTo(reason);
    assertThat(fault).hasMessageContainingAll(bytes + " bytes", "had " + listed);
    assertThat(store.open()).isZero();
  }

  @Test
  void aDamagedSegmentIsAFaultOfItsOwn() throws IOException {
    // Cluster 1 points beyond the file; its entry stands at 1032.
    Path path = new HandQcow2().data(0, 'a').entry(1, 1 << 20).write(folder.resolve("bad.qcow2"));
    SnapshotPart part = new SnapshotPart(qcow2(path), 64 * 512, -1, 0, 64 * 512);
    try (SegmentReader reader = new SegmentReader(store, roots(), part)) {
      MalformedBlobException fault =
          catchThrowableOfType(MalformedBlobException.class, reader::next);
      assertThat(fault.reason()).isEqualTo(RejectReason.TRUNCATED);
      assertThat(fault.offset()).isEqualTo(1032);
    }
    assertThat(store.open()).isZero();
  }

  /** Segments 0, 1 and 2 begin with a cluster of p; nothing beyond. */
  private void base(String name, long bytes) throws IOException {
    try (Qcow2Writer writer =
        new Qcow2Writer(folder.resolve(name), Qcow2Form.alone(3, CLUSTER_BITS, bytes))) {
      for (int segment = 0; segment < 3; segment++) {
        writer.write((long) segment * PER_SEGMENT, octets('p'));
      }
    }
  }

  private List<Found> read(SnapshotPart part) throws IOException {
    List<Found> found = new ArrayList<>();
    try (SegmentReader reader = new SegmentReader(store, roots(), part)) {
      while (reader.next()) {
        found.add(
            new Found(
                reader.position(),
                reader.length(),
                reader.isHole(),
                reader.dirty(),
                reader.isHole() ? -1 : reader.bytes()[0]));
      }
    }
    return found;
  }

  private SnapshotImage raw(byte[] content) throws IOException {
    Path path = Files.write(folder.resolve("disk.raw"), content);
    return image(path, DiskFormat.RAW);
  }

  private static SnapshotImage qcow2(Path path) {
    return image(path, DiskFormat.QCOW2);
  }

  private static SnapshotImage image(Path path, DiskFormat format) {
    return new SnapshotImage("vm", "s", 0, null, null, FolderStore.uri(path), format, null);
  }

  private List<String> roots() {
    return List.of(FolderStore.uri(folder));
  }

  /** A short cluster is filled up with zeros: 512 octets do for the last one of a disk. */
  private static byte[] octets(int octet) {
    byte[] octets = new byte[512];
    Arrays.fill(octets, (byte) octet);
    return octets;
  }
}
