package dev.varve.fuzz;

import dev.varve.content.snapshot.SegmentReader;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Extent;
import dev.varve.input.disk.InternalSnapshot;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import dev.varve.simulation.chain.ChainMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Images of a format over files that are there: maps, reads and segments. */
record DiskTarget(DiskFormat format, UnaryOperator<byte[]> file, DiskSeeds images)
    implements FuzzTarget {
  private static final String ROOT = MemoryStore.ROOT;
  private static final int STATES = 3;
  private static final int EXTENTS = 64;
  private static final int PIECE = 20_000;
  private static final int SMALL_BYTES = 1 << 18;

  /** Inputs that are files. */
  static DiskTarget of(DiskFormat format, DiskSeeds images) {
    return new DiskTarget(format, data -> data, images);
  }

  private String disk() {
    return ROOT + "/disk." + format.label();
  }

  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store = new MemoryStore().put("disk." + format.label(), file.apply(data));
    images.others().forEach(store::put);
    // Whole segments take a hundred times as long as all the rest.
    boolean whole = Checks.oneIn(16, data);
    DiskOpener opener = new DiskOpener(store, List.of(ROOT));
    List<@Nullable String> states = new ArrayList<>();
    states.add(null);
    try {
      for (InternalSnapshot state : opener.head(disk(), format).snapshots()) {
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

  private boolean read(MemoryStore store, DiskOpener opener, @Nullable String state, boolean whole)
      throws IOException {
    try (Disk disk = opener.open(disk(), format, state)) {
      extents(disk);
      if (disk.virtualBytes() > 0 && (whole || disk.virtualBytes() <= SMALL_BYTES)) {
        segments(store, disk, state);
      }
      disk.overlaps();
      disk.allocatedBytes();
      new ChainMap(disk).next();
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

  private void segments(MemoryStore store, Disk disk, @Nullable String state) throws IOException {
    SnapshotImage image = new SnapshotImage("vm", "one", 0, null, null, disk(), format, state);
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
    return images.seeds();
  }
}
