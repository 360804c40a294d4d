package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.source.MemoryStore;
import dev.varve.model.Holes;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawHolesTest {
  private static final int MIB = 1 << 20;

  /** Data from 5 to 6 MiB and 3 bytes, and behind 9 MiB to the end. */
  private record Sparse(long length) implements Holes {
    @Override
    public long dataFrom(long offset) {
      long first = Math.max(offset, 5 * MIB);
      return first < 6 * MIB + 3 ? first : Math.max(offset, 9 * MIB);
    }

    @Override
    public long holeFrom(long offset) {
      return offset < 6 * MIB + 3 ? 6 * MIB + 3 : Long.MAX_VALUE;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void close() {}
  }

  private static List<Extent> extents(MemoryStore store) throws IOException {
    store.put("raw.img", new byte[11 * MIB + 7]);
    List<Extent> extents = new ArrayList<>();
    String location = MemoryStore.ROOT + "/raw.img";
    DiskOpener opener = new DiskOpener(store, List.of(MemoryStore.ROOT));
    try (Disk disk = opener.open(location, DiskFormat.RAW, null)) {
      for (long at = 0; at < disk.virtualBytes(); at = extents.get(extents.size() - 1).end()) {
        extents.add(disk.extentAt(at));
      }
      assertThat(disk.allocatedBytes()).isEqualTo(11 * MIB + 7);
    }
    return extents;
  }

  private static MemoryStore sparse(long length) {
    return new MemoryStore() {
      @Override
      public Holes holes(String location) {
        return new Sparse(length);
      }
    };
  }

  @Test
  void theEndOfAFileThatShrankIsNoHole() {
    assertThatThrownBy(() -> extents(sparse(11 * MIB)))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("the file ends at " + 11 * MIB);
  }

  private static Extent extent(long from, long to, Extent.Kind kind) {
    return new Extent(from, to - from, kind, 0);
  }

  /** What follows data up to the next multiple of 2 MiB is taken for data as well. */
  @Test
  void holesAreZerosThatAreNotRead() throws IOException {
    assertThat(extents(sparse(11 * MIB + 7)))
        .containsExactly(
            extent(0, 5 * MIB, Extent.Kind.ZERO),
            extent(5 * MIB, 8 * MIB, Extent.Kind.DATA),
            extent(8 * MIB, 9 * MIB, Extent.Kind.ZERO),
            extent(9 * MIB, 11 * MIB + 7, Extent.Kind.DATA));
  }

  @Test
  void whereNoHolesAreKnownAllIsData() throws IOException {
    assertThat(extents(new MemoryStore()))
        .containsExactly(extent(0, 11 * MIB + 7, Extent.Kind.DATA));
  }

  @Test
  void runsAreTheHolesAndTheDataThemselves() throws IOException {
    MemoryStore store = sparse(11 * MIB + 7);
    store.put("raw.img", new byte[11 * MIB + 7]);
    String location = MemoryStore.ROOT + "/raw.img";
    DiskOpener opener = new DiskOpener(store, List.of(MemoryStore.ROOT));
    try (Disk disk = opener.open(location, null, null)) {
      assertThat(disk.ownRun(MIB, 1)).isEqualTo(ClusterRun.nothing(ClusterRun.State.ZERO, 4 * MIB));
      assertThat(disk.ownRun(6 * MIB, 1))
          .isEqualTo(new ClusterRun(ClusterRun.State.NORMAL, 3, 6 * MIB, 3));
      assertThat(disk.ownRun(10 * MIB, 1).bytes()).isEqualTo(MIB + 7);
      // back and forth: a later run does not stand for an earlier one
      assertThat(disk.extentAt(10 * MIB)).isEqualTo(extent(10 * MIB, 11 * MIB + 7, DATA));
      assertThat(disk.extentAt(5 * MIB)).isEqualTo(extent(5 * MIB, 8 * MIB, DATA));
      assertThat(disk.extentAt(7 * MIB)).isEqualTo(extent(7 * MIB, 8 * MIB, DATA));
      assertThat(disk.overlaps()).isFalse();
      assertThat(disk.isMarkedCorrupt()).isFalse();
      assertThat(disk.location()).isEqualTo(location);
      assertThat(disk.unitBytes()).isEqualTo(1);
    }
    store = sparse(11 * MIB);
    store.put("raw.img", new byte[11 * MIB + 7]);
    try (Disk disk = new DiskOpener(store, List.of()).open(location, null, null)) {
      assertThatThrownBy(() -> disk.ownRun(MIB, 1)).hasMessage("the file ends at " + 11 * MIB);
    }
  }

  private static final Extent.Kind DATA = Extent.Kind.DATA;
}
