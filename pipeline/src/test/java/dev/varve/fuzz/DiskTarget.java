package dev.varve.fuzz;

import dev.varve.disk.Disk;
import dev.varve.disk.DiskFormat;
import dev.varve.disk.DiskOpener;
import dev.varve.disk.Extent;
import dev.varve.disk.HandQcow2;
import dev.varve.disk.InternalSnapshot;
import dev.varve.inventory.SnapshotImage;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import dev.varve.snapshot.SegmentReader;
import dev.varve.snapshot.SnapshotPart;
import dev.varve.source.MemoryStore;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** qcow2 images over two backing files that are there: maps, reads and segments. */
final class DiskTarget implements FuzzTarget {
  private static final String ROOT = MemoryStore.ROOT;
  private static final String DISK = ROOT + "/disk.qcow2";
  private static final int STATES = 3;
  private static final int EXTENTS = 64;
  private static final int PIECE = 20_000;
  private static final int SMALL_BYTES = 1 << 18;

  private static final byte[] RAW = new byte[5000];
  private static final byte[] BASE = new HandQcow2().data(3, 9).bytes();

  static {
    Arrays.fill(RAW, (byte) 7);
  }

  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store =
        new MemoryStore().put("disk.qcow2", data).put("base.raw", RAW).put("base", BASE);
    // Whole segments take a hundred times as long as all the rest.
    boolean whole = Checks.oneIn(16, data);
    DiskOpener opener = new DiskOpener(store, List.of(ROOT));
    List<@Nullable String> states = new ArrayList<>();
    states.add(null);
    try {
      for (InternalSnapshot state : opener.head(DISK, DiskFormat.QCOW2).snapshots()) {
        states.add(state.id());
      }
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
    }
    boolean accepted = false;
    for (String state : states.subList(0, Math.min(STATES, states.size()))) {
      accepted |= read(store, opener, state, whole);
    }
    return accepted;
  }

  private static boolean read(
      MemoryStore store, DiskOpener opener, @Nullable String state, boolean whole)
      throws IOException {
    try (Disk disk = opener.open(DISK, DiskFormat.QCOW2, state)) {
      extents(disk);
      if (disk.virtualBytes() > 0 && (whole || disk.virtualBytes() <= SMALL_BYTES)) {
        segments(store, disk, state);
      }
      disk.allocatedBytes();
      return true;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  private static void extents(Disk disk) throws IOException {
    byte[] piece = new byte[PIECE];
    byte[] again = new byte[PIECE];
    long at = 0;
    for (int count = 0; count < EXTENTS && at < disk.virtualBytes(); count++) {
      Extent extent = disk.extentAt(at);
      Checks.holds(extent.bytes() > 0 && extent.offset() == at, "an extent goes on");
      int length = (int) Math.min(PIECE, Math.min(extent.bytes(), disk.virtualBytes() - at));
      disk.read(at, piece, 0, length);
      if (extent.kind() != Extent.Kind.DATA) {
        Checks.holds(isZero(piece, length), "what is not stored is zero");
      }
      for (int from = 0; from < length; from += 4099) {
        disk.read(at + from, again, from, Math.min(4099, length - from));
      }
      Checks.holds(Arrays.equals(piece, 0, length, again, 0, length), "pieces are the whole");
      at = count % 2 == 0 ? at + length : extent.end();
    }
  }

  private static boolean isZero(byte[] bytes, int length) {
    for (int at = 0; at < length; at++) {
      if (bytes[at] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void segments(MemoryStore store, Disk disk, @Nullable String state)
      throws IOException {
    SnapshotImage image =
        new SnapshotImage("vm", "one", 0, null, null, DISK, DiskFormat.QCOW2, state);
    long bytes = Math.min(disk.virtualBytes(), Segment.BYTES + 1L);
    SnapshotPart part = new SnapshotPart(image, disk.virtualBytes(), -1, 0, bytes);
    try (SegmentReader reader = new SegmentReader(store, List.of(ROOT), part)) {
      int count = 0;
      while (reader.next()) {
        Checks.holds(reader.length() > 0 && reader.position() == count++, "segments go on");
      }
      Checks.holds(count == (bytes > Segment.BYTES ? 2 : 1), "all segments are read");
    }
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(new HandQcow2().data(0, 1).data(5, 2).entry(7, 1).bytes());
    seeds.add(new HandQcow2().data(2, 1).over("base.raw").bytes());
    seeds.add(
        new HandQcow2()
            .data(2, 1)
            .over("json:{\"driver\":\"qcow2\",\"file\":{\"filename\":\"base\"}}")
            .bytes());
    seeds.add(withState());
    Path file = Files.createTempFile("seed", ".qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(file, Qcow2Form.alone(2, 9, 20_480))) {
      writer.write(1, new byte[512]);
      writer.writeCompressed(2, new byte[512]);
    }
    seeds.add(Files.readAllBytes(file));
    Files.delete(file);
    // Version 3 with subclusters: 16 KiB clusters, extended entries.
    byte[] parts = new byte[(3 << 14) + 4096];
    System.arraycopy(
        new HandQcow2()
            .putInt(20, 14)
            .putLong(24, 1 << 16)
            .putLong(40, 1 << 14)
            .putLong(72, 16)
            .bytes(),
        0,
        parts,
        0,
        112);
    java.nio.ByteBuffer tables = java.nio.ByteBuffer.wrap(parts);
    tables.putLong(1 << 14, 2L << 14);
    tables.putLong(2 << 14, 3L << 14).putLong((2 << 14) + 8, 0x0000_ff00_0000_00ffL);
    seeds.add(parts);
    return seeds;
  }

  /** An image with an internal snapshot that shares its tables. */
  private static byte[] withState() {
    HandQcow2 image = new HandQcow2().data(1, 4).grow(4096);
    int table = 2048;
    return image
        .putInt(60, 1)
        .putLong(64, table)
        .putLong(table, 512)
        .putInt(table + 8, 1)
        .putInt(table + 12, 1 << 16 | 3)
        .putInt(table + 36, 16)
        .putLong(table + 40 + 8, 64 * 512)
        .putText(table + 40 + 16, "1day")
        .bytes();
  }
}
