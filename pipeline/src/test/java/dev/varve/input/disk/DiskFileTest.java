package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are no disks, that shrink, or that end inside of what their headers name. */
class DiskFileTest {
  private static final String DISK = MemoryStore.ROOT + "/disk";

  /** A store of one file that is of a kind. */
  private static MemoryStore of(ByteStore.Kind kind) {
    return new MemoryStore() {
      @Override
      public Optional<Item> find(String location) {
        return Optional.of(new Item(location, kind, 4, "no plain file"));
      }
    }.put("disk", "disk");
  }

  private static Disk open(MemoryStore store) throws IOException {
    return new DiskOpener(store, List.of(MemoryStore.ROOT)).open(DISK, null, null);
  }

  @Test
  void aDeviceIsADiskAndNothingElseThatIsNoFile() throws IOException {
    try (Disk disk = open(of(ByteStore.Kind.DEVICE))) {
      assertThat(disk.virtualBytes()).isEqualTo(4);
    }
    assertThatThrownBy(() -> open(of(ByteStore.Kind.SPECIAL))).hasMessage("no plain file");
    assertThatThrownBy(() -> open(of(ByteStore.Kind.FOLDER)))
        .hasMessage("the file " + DISK + " is a folder");
    assertThatThrownBy(() -> open(new MemoryStore()))
        .hasMessage("the file " + DISK + " is missing");
    assertThatThrownBy(() -> new DiskFile(of(ByteStore.Kind.DEVICE), DISK, 1))
        .hasMessage("backing file " + DISK + ": no plain file");
  }

  /** A file that has six bytes less than it had when it was opened. */
  @Test
  void aFileThatShrinksIsTruncatedWhereItEnds() throws IOException {
    MemoryStore shrinks =
        new MemoryStore() {
          @Override
          public SeekableByteChannel channel(String location) {
            return new SeekableInMemoryByteChannel(new byte[10]) {
              @Override
              public long size() {
                return 16;
              }
            };
          }
        };
    shrinks.put("disk", "disk");
    try (DiskFile file = new DiskFile(shrinks, DISK, 0)) {
      file.read(4, new byte[6], 0, 6);
      MalformedBlobException fault =
          catchThrowableOfType(MalformedBlobException.class, () -> file.read(4, new byte[9], 2, 7));
      assertThat(fault.reason()).isEqualTo(RejectReason.TRUNCATED);
      assertThat(fault.offset()).isEqualTo(10);
      assertThat(fault).hasMessage("the file ends at 10");
      assertThatThrownBy(() -> file.read(10, new byte[9], 0, 7))
          .hasMessage("bytes 10 to 17 are beyond the end of the file at 16");
    }
  }

  private static MalformedBlobException fault(HandQcow2 image) {
    MemoryStore store = new MemoryStore().put("disk", image.bytes());
    return catchThrowableOfType(
        MalformedBlobException.class,
        () -> {
          DiskOpener opener = new DiskOpener(store, List.of(MemoryStore.ROOT));
          try (Disk disk = opener.open(DISK, DiskFormat.QCOW2, null)) {
            Disks.content(disk, 512);
          }
        });
  }

  /** A header has 72 bytes in version 2, and 104 in version 3. */
  @ParameterizedTest
  @CsvSource({"2, 71, true", "2, 72, false", "2, 80, false", "3, 103, true", "3, 104, false"})
  void aHeaderIsWhole(int version, int bytes, boolean cut) {
    MalformedBlobException fault = fault(new HandQcow2().putInt(4, version).grow(bytes));
    assertThat(fault.reason()).isEqualTo(RejectReason.TRUNCATED);
    assertThat(fault.offset()).isEqualTo(bytes);
    assertThat(fault.explanation().contains("inside the qcow2 header")).isEqualTo(cut);
  }

  @Test
  void fieldsOfTheHeaderHaveTheirLimits() {
    assertThat(fault(new HandQcow2().putInt(100, 512))).isNull();
    assertThat(fault(new HandQcow2().putInt(100, 513)).offset()).isEqualTo(100);
    assertThat(fault(new HandQcow2().putInt(96, 6))).isNull();
    assertThat(fault(new HandQcow2().putInt(96, 7)).offset()).isEqualTo(96);
    assertThat(fault(new HandQcow2().putInt(96, -1)).offset()).isEqualTo(96);
    assertThat(fault(new HandQcow2().putLong(24, 0))).isNull();
  }

  @Test
  void tablesMayEndWithTheFileAndNotBehind() {
    HandQcow2 last = new HandQcow2().putLong(40, 1536).grow(1544).putLong(1536, 1024);
    assertThat(fault(last)).isNull();
    assertThat(fault(last.grow(1543)).offset()).isEqualTo(1543);
    assertThat(fault(new HandQcow2().putLong(512, 1536)).offset()).isEqualTo(512);
    assertThat(fault(new HandQcow2().grow(1535)).offset()).isEqualTo(512);
  }

  /**
   * Deflate makes at most 1032 bytes of one. Of zstd the smallest frames have 6 bytes, and blocks
   * of one repeated byte 4 for each 128 KiB.
   */
  @Test
  void packedClustersHaveALeastLength() {
    assertThat(ClusterCodec.DEFLATE.leastBytes(65_536)).isEqualTo(64);
    assertThat(ClusterCodec.DEFLATE.leastBytes(512)).isEqualTo(1);
    assertThat(ClusterCodec.ZSTD.leastBytes(65_536)).isEqualTo(10);
    assertThat(ClusterCodec.ZSTD.leastBytes(131_072)).isEqualTo(10);
    assertThat(ClusterCodec.ZSTD.leastBytes(2 << 20)).isEqualTo(70);
  }

  @Test
  void aFileHasRoomForSoManyTablesAndClusters() {
    ClusterBudget budget = new ClusterBudget(1, 512, 2);
    ClusterRun packed = new ClusterRun(State.COMPRESSED, 512, 0, 100);
    budget.addTable();
    budget.add(new ClusterRun(State.NORMAL, 512, 0, 512));
    budget.add(ClusterRun.nothing(State.ZERO, 9999));
    budget.add(packed);
    budget.add(packed);
    assertThat(budget.isExceeded()).isFalse();
    budget.add(packed);
    assertThat(budget.isExceeded()).isTrue();
  }

  @Test
  void aRunIsOwnedUnlessItsFileHasNothing() {
    ClusterRun data = new ClusterRun(State.NORMAL, 512, 1024, 512);
    assertThat(data.isOwned() && data.isStored()).isTrue();
    assertThat(ClusterRun.nothing(State.ZERO, 1).isOwned()).isTrue();
    assertThat(ClusterRun.nothing(State.ZERO, 1).isStored()).isFalse();
    assertThat(ClusterRun.nothing(State.UNALLOCATED, 1).isOwned()).isFalse();
    assertThat(data.isPlacedAs(new ClusterRun(State.NORMAL, 9, 1000, 9), 24)).isTrue();
    assertThat(data.isPlacedAs(new ClusterRun(State.NORMAL, 9, 1000, 9), 23)).isFalse();
    assertThat(data.isPlacedAs(new ClusterRun(State.COMPRESSED, 9, 1000, 9), 24)).isFalse();
  }
}
