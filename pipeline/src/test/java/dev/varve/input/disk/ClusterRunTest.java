package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which file of a chain owns each cluster and where, found from the tables alone. */
class ClusterRunTest {
  @TempDir private Path folder;

  /**
   * A run of the guest and the file that owns it.
   *
   * @param host offset in that file, of what is stored as it is; else 0
   */
  private record Owned(long start, long bytes, int depth, State state, long host) {
    boolean isContinuedBy(Owned next) {
      return depth == next.depth
          && state == next.state
          && (state != State.NORMAL || next.host == host + bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compat=0.10,cluster_size=512",
        "compat=1.1,cluster_size=4k",
        "compat=1.1",
        "compat=1.1,cluster_size=256k",
        "compat=1.1,extended_l2=on,cluster_size=16k",
        "compat=1.1,extended_l2=on,cluster_size=128k"
      })
  void theOwnersOfAChainAreThoseOfQemuImgMap(String options) throws Exception {
    Qemu.assumeInstalled();
    List<Path> files = chain(options);
    List<Owned> owners;
    try (Disk top = Disks.open(files.get(0))) {
      owners = owners(top);
      assertThat(owners).isEqualTo(qemuOwners(files.get(0)));
    }
    assertThat(owners).extracting(Owned::depth).contains(0, 1, 2);
    assertThat(owners).extracting(Owned::state).contains(State.COMPRESSED, State.NORMAL);
    byte[] content = Qemu.convert(files.get(0));
    List<byte[]> stored = new ArrayList<>();
    for (Path file : files) {
      stored.add(Files.readAllBytes(file));
    }
    for (Owned run : owners) {
      if (run.state() == State.NORMAL) {
        int start = (int) run.start();
        int host = (int) run.host();
        int length = (int) run.bytes();
        assertThat(Arrays.copyOfRange(stored.get(run.depth()), host, host + length))
            .isEqualTo(Arrays.copyOfRange(content, start, start + length));
      }
    }
  }

  @Test
  void headersAndPagesOfTablesAreAllThatIsRead() throws Exception {
    Qemu.assumeInstalled();
    Path image = chain("compat=1.1").get(0);
    FolderStore store = new FolderStore();
    DiskOpener opener = new DiskOpener(store, List.of(FolderStore.uri(folder)));
    try (Disk top = opener.open(FolderStore.uri(image), null, null)) {
      assertThat(owners(top)).isNotEmpty();
    }
    // of megabytes of data: three headers, L1 and L2 tables in pages of 16 KiB
    assertThat(store.bytes()).isLessThan(3 * (2 * 512 + 65_536 + 4 * (16 << 10)));
  }

  @Test
  void entriesMadeByHandMeanWhatTheFormatSays() throws IOException {
    HandQcow2 image = new HandQcow2().data(0, 7).data(1, 8).entry(3, 1);
    // 2 sectors from 1536 on, of which the first 100 bytes are another's: 924 are left
    image.entry(4, 1L << 62 | 1L << 61 | 1636);
    Path path = image.grow(4096).write(folder.resolve("hand.qcow2"));
    try (Disk disk = Disks.open(path)) {
      assertThat(disk.unitBytes()).isEqualTo(512);
      assertThat(disk.backing()).isNull();
      assertThat(disk.ownRun(100, Long.MAX_VALUE))
          .isEqualTo(new ClusterRun(State.NORMAL, 924, 1636, 924));
      assertThat(disk.ownRun(1024, Long.MAX_VALUE))
          .isEqualTo(new ClusterRun(State.UNALLOCATED, 512, 0, 0));
      assertThat(disk.ownRun(1536, Long.MAX_VALUE))
          .isEqualTo(new ClusterRun(State.ZERO, 512, 0, 0));
      assertThat(disk.ownRun(2048, Long.MAX_VALUE))
          .isEqualTo(new ClusterRun(State.COMPRESSED, 512, 1636, 924));
      assertThat(disk.ownRun(2560, Long.MAX_VALUE))
          .isEqualTo(new ClusterRun(State.UNALLOCATED, 59 * 512, 0, 0));
    }
  }

  @Test
  void aRawImageOwnsAllOfItself() throws IOException {
    Path path = Files.write(folder.resolve("disk.raw"), new byte[1000]);
    try (Disk disk = Disks.open(path)) {
      assertThat(disk.unitBytes()).isEqualTo(1);
      assertThat(disk.ownRun(300, 1)).isEqualTo(new ClusterRun(State.NORMAL, 700, 300, 700));
    }
  }

  /** A base with compressed clusters and two overlays of other lengths, the topmost first. */
  private List<Path> chain(String options) throws Exception {
    Path raw = Files.write(folder.resolve("base.raw"), QemuDiskTest.mixed(7 << 20));
    Path base = folder.resolve("base.qcow2");
    Path middle = folder.resolve("middle.qcow2");
    Path top = folder.resolve("top.qcow2");
    boolean zeroMarks = !options.contains("0.10");
    Qemu.img("convert -c -f raw -O qcow2 -o " + options, raw, base);
    Seed seed = new Seed(11).at(options);
    Qemu.io(base, QemuDiskTest.writes(seed.at(0), 7 << 20, zeroMarks));
    String backed = "create -q -F qcow2 -f qcow2 -o " + options + " -b ";
    Qemu.img(backed + base.getFileName(), middle, Path.of("5000192"));
    Qemu.io(middle, QemuDiskTest.writes(seed.at(1), 4_999_680, zeroMarks).subList(0, 8));
    Qemu.img(backed + middle.getFileName(), top, Path.of("9M"));
    Qemu.io(top, QemuDiskTest.writes(seed.at(2), 9 << 20, zeroMarks).subList(0, 8));
    return List.of(top, middle, base);
  }

  private static List<Owned> owners(Disk top) throws IOException {
    List<Owned> owners = new ArrayList<>();
    for (long at = 0; at < top.virtualBytes(); ) {
      long bytes = top.virtualBytes() - at;
      Owned owned = new Owned(at, bytes, 0, State.UNALLOCATED, 0);
      int depth = 0;
      for (Disk file = top; file != null && at < file.virtualBytes(); file = file.backing()) {
        ClusterRun run = file.ownRun(at, bytes);
        bytes = Math.min(bytes, run.bytes());
        long host = run.state() == State.NORMAL ? run.hostOffset() : 0;
        owned = new Owned(at, bytes, run.isOwned() ? depth : 0, run.state(), host);
        if (run.isOwned()) {
          break;
        }
        depth++;
      }
      add(owners, owned);
      at += bytes;
    }
    return owners;
  }

  /** Data without an offset are compressed. */
  private static List<Owned> qemuOwners(Path image) throws Exception {
    List<Owned> owners = new ArrayList<>();
    for (JsonNode node : new ObjectMapper().readTree(Qemu.img("map --output=json", image))) {
      State state =
          !node.get("present").asBoolean()
              ? State.UNALLOCATED
              : !node.get("data").asBoolean()
                  ? State.ZERO
                  : node.has("offset") ? State.NORMAL : State.COMPRESSED;
      int depth = state == State.UNALLOCATED ? 0 : node.get("depth").asInt();
      long host = state == State.NORMAL ? node.get("offset").asLong() : 0;
      long start = node.get("start").asLong();
      add(owners, new Owned(start, node.get("length").asLong(), depth, state, host));
    }
    return owners;
  }

  private static void add(List<Owned> owners, Owned next) {
    Owned last = owners.isEmpty() ? null : owners.get(owners.size() - 1);
    if (last != null && last.isContinuedBy(next)) {
      long bytes = last.bytes() + next.bytes();
      owners.set(
          owners.size() - 1,
          new Owned(last.start(), bytes, last.depth(), last.state(), last.host()));
    } else {
      owners.add(next);
    }
  }
}
