package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.ByteStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of states, which warehouses store: a changed text makes a run read all disks again. */
class FileStateTest {
  @TempDir private Path folder;

  @Test
  void dataFilesFollowBehindCommas() throws IOException {
    String text =
        """
        # Disk DescriptorFile
        version=1
        CID=fffffffe
        parentCID=ffffffff
        createType="vmfs"
        RW 2 FLAT "one.bin" 0
        RW 3 FLAT "two.bin" 0
        """;
    assertThat(text).hasSize(126);
    Path image = at(Files.writeString(folder.resolve("a.vmdk"), text), "2026-11-01T00:00:00Z");
    at(Files.write(folder.resolve("one.bin"), new byte[1024]), "2026-11-03T00:00:00.125Z");
    at(Files.write(folder.resolve("two.bin"), new byte[1536]), "2026-11-02T12:30:00Z");
    assertThat(state(image, DiskFormat.VMDK, null))
        .isEqualTo(
            new FileState(
                "126 2026-11-01T00:00:00Z, 1024 2026-11-03T00:00:00.125Z, 1536 2026-11-02T12:30:00Z",
                micros("2026-11-03T00:00:00.125Z")));
  }

  @Test
  void filesBelowFollowBehindTheSignAndTheirTimesDoNotCount() throws IOException {
    at(Files.write(folder.resolve("base.raw"), new byte[512]), "2026-11-05T00:00:00Z");
    Path top = folder.resolve("top.qcow2");
    new HandQcow2().over("base.raw").write(top);
    at(top, "2026-11-04T00:00:00Z");
    assertThat(state(top, DiskFormat.QCOW2, null))
        .isEqualTo(
            new FileState(
                Files.size(top) + " 2026-11-04T00:00:00Z < 512 2026-11-05T00:00:00Z",
                micros("2026-11-04T00:00:00Z")));
  }

  /** Fields at the places of the specification of qcow2: date_sec at 16, date_nsec at 20. */
  @Test
  void anInternalSnapshotHasItsIdAndTime() throws IOException {
    at(Files.write(folder.resolve("base.raw"), new byte[512]), "2026-11-05T00:00:00Z");
    HandQcow2 image = new HandQcow2().over("base.raw").grow(6 * 512);
    image.putInt(60, 1).putLong(64, 4 * 512); // one snapshot, its table in cluster 4
    image.putLong(2048, 5 * 512).putInt(2056, 1).putInt(2060, 0x1_0003); // L1; id 1, name 3 long
    image.putInt(2064, 1_793_404_800).putInt(2068, 500_000_000);
    image.putInt(2084, 16).putLong(2096, 3 * 512).putText(2104, "7old"); // length, id, name
    Path inner = folder.resolve("inner.qcow2");
    image.write(inner);
    assertThat(state(inner, DiskFormat.QCOW2, "7"))
        .isEqualTo(
            new FileState(
                "snapshot 7 2026-10-31T00:00:00.500Z < 512 2026-11-05T00:00:00Z",
                1_793_404_800_500_000L));
  }

  @Test
  void aDeviceHasNoTime() throws IOException {
    Path device = Files.write(folder.resolve("sda"), new byte[4096]);
    DiskOpener opener = new DiskOpener(new Devices(new FolderStore()), List.of());
    assertThat(opener.stateOfFile(FolderStore.uri(device), List.of()))
        .isEqualTo(new FileState("4096", null));
  }

  private FileState state(Path image, DiskFormat format, @Nullable String internalSnapshot)
      throws IOException {
    DiskOpener opener = new DiskOpener(new FolderStore(), List.of(FolderStore.uri(folder)));
    try (Disk disk = opener.open(FolderStore.uri(image), format, internalSnapshot)) {
      return opener.stateOfChain(disk, format, internalSnapshot);
    }
  }

  private static Path at(Path file, String time) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)));
  }

  private static long micros(String time) {
    return Instant.parse(time).toEpochMilli() * 1000;
  }

  /** Says of each file that it is a device. */
  private record Devices(FolderStore store) implements ByteStore {
    @Override
    public Optional<Item> find(String location) throws IOException {
      return store.find(location).map(one -> new Item(location, Kind.DEVICE, one.bytes(), ""));
    }

    @Override
    public long changedAtMillis(String location) throws IOException {
      return store.changedAtMillis(location);
    }

    @Override
    public List<Item> list(String path) throws IOException {
      return store.list(path);
    }

    @Override
    public InputStream open(String location, long offset, long bytes) throws IOException {
      return store.open(location, offset, bytes);
    }

    @Override
    public SeekableByteChannel channel(String location) throws IOException {
      return store.channel(location);
    }
  }
}
