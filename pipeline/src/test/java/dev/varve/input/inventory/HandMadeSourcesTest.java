package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.HandQcow2;
import dev.varve.input.disk.LocationText;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.ByteStore;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folders of disks whose headers are written byte by byte. */
class HandMadeSourcesTest {
  private static final int TABLE = 2048;

  @TempDir private Path folder;

  /** Snapshots as {@code id name seconds}, in the order of the table. */
  private void image(String name, String... snapshots) throws IOException {
    HandQcow2 image = new HandQcow2().grow(TABLE + 1024);
    image.putInt(60, snapshots.length).putLong(64, TABLE);
    int at = TABLE;
    for (String snapshot : snapshots) {
      String[] words = snapshot.split(" ", -1);
      String texts = words[0] + words[1];
      image.putInt(at + 12, words[0].length() << 16 | words[1].length());
      image.putInt(at + 16, Integer.parseInt(words[2])).putText(at + 40, texts);
      at += 40 + (texts.length() + 7) / 8 * 8;
    }
    Path path = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    image.write(path);
  }

  /** By their times, then by their ids as numbers; names that are not unique have ids behind. */
  @Test
  void snapshotsInsideStandByTheirTimesBeforeTheActiveState() throws IOException {
    image("disk.qcow2", "10 two 200", "9 two 200", "3 late 300", "4  100");
    SnapshotPlan plan = plan("disk.qcow2");
    assertThat(plan.images())
        .extracting(row -> row.snapshot() + " < " + row.parent() + " " + row.internalSnapshot())
        .containsExactly(
            "disk@4 < null 4",
            "disk@two#9 < disk@4 9",
            "disk@two#10 < disk@two#9 10",
            "disk@late < disk@two#10 3",
            "disk < disk@late null");
    assertThat(plan.images().get(0).takenAtMicros()).isEqualTo(100_000_000);
  }

  private void outside(String name, String data) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    new HandQcow2()
        .putLong(72, 4)
        .putInt(104, 0x44415441)
        .putInt(108, data.length())
        .putText(112, data)
        .write(path);
  }

  /** The external data file of a disk is a part of it, and neither a disk nor unknown. */
  @Test
  void aFileOfDataIsNoDisk() throws IOException {
    outside("vm/1.qcow2", "1.raw");
    text("vm/1.raw", "data");
    outside("vm/2.qcow2", "2.data");
    text("vm/2.data", "data of no suffix");
    text("vm/3.raw", "a disk");
    SnapshotPlan plan = plan("");
    assertThat(plan.images()).extracting(SnapshotImage::snapshot).containsExactly("1", "2", "3");
    assertThat(plan.refused()).isEmpty();
  }

  @Test
  void theFolderOfASnapshotHoldsADiskAndItsData() throws IOException {
    text("vm/0.raw", "a disk of the VM");
    outside("vm/one/disk.qcow2", "disk.raw");
    text("vm/one/disk.raw", "data");
    outside("vm/two/disk.qcow2", "disk.bin");
    text("vm/two/disk.bin", "data of no suffix");
    text("vm/three/a.raw", "one");
    text("vm/three/b.raw", "another");
    SnapshotPlan plan = plan("");
    assertThat(plan.images())
        .extracting(SnapshotImage::snapshot)
        .containsExactlyInAnyOrder("0", "one", "two");
    assertThat(plan.refused())
        .extracting(one -> LocationText.name(one.location()) + " " + one.reason())
        .containsExactly("three UNSUPPORTED");
  }

  /** A store of which one file is a pipe. */
  private static final class WithPipe extends MemoryStore {
    @Override
    public Optional<Item> find(String location) {
      return location.endsWith("pipe.raw")
          ? Optional.of(new Item(location, ByteStore.Kind.SPECIAL, 0, "a pipe"))
          : super.find(location);
    }
  }

  @Test
  void aPipeIsRefusedWithWhatItIs() throws IOException {
    WithPipe store = new WithPipe();
    store.put("vm/a.raw", "disk").put("vm/pipe.raw", "endless");
    SnapshotPlan plan = DiskSources.plan(store, List.of(WithPipe.ROOT), (owner, name) -> false);
    assertThat(plan.images()).extracting(SnapshotImage::snapshot).containsExactly("a");
    assertThat(plan.refused())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.reason()).isEqualTo(RejectReason.UNSUPPORTED);
              assertThat(one.message()).isEqualTo("a pipe");
            });
  }

  /** As {@code sort -V} has them, in either direction. */
  @ParameterizedTest
  @CsvSource({
    "a9, a10",
    "a09x, a10",
    "a0, a9",
    "9, a",
    "a, aa",
    "a1, a1b",
    "a1b2, a1b10",
    "a/, a0"
  })
  void numbersInNamesCountAsNumbers(String first, String second) {
    assertThat(NaturalOrder.NAMES.compare(first, second)).isNegative();
    assertThat(NaturalOrder.NAMES.compare(second, first)).isPositive();
    assertThat(NaturalOrder.NAMES.compare(first, first)).isZero();
  }

  @Test
  void aRowMayHaveAMillionLettersAndNuls() throws IOException {
    String most = "x".repeat((1 << 20) - 1); // and the end of the line
    assertThat(rows(most + "\n\0a,b\0\n\0\n"))
        .containsExactly("1 [" + most + "]", "2 [\0a, b\0]", "3 [\0]");
    assertThat(rows(most + "x\nb\n"))
        .containsExactly("1 a row of more than 1048576 letters", "2 [b]");
  }

  private static List<String> rows(String text) throws IOException {
    CsvRows rows = new CsvRows(new StringReader(text));
    List<String> found = new ArrayList<>();
    for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
      found.add(row.line() + " " + (row.fault() == null ? row.fields() : row.fault()));
    }
    return found;
  }

  private SnapshotPlan plan(String input) throws IOException {
    return DiskSources.plan(
        new FolderStore(), List.of(FolderStore.uri(folder.resolve(input))), (owner, name) -> false);
  }

  private void text(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.write(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
