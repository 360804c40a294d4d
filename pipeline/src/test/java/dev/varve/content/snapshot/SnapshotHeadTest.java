package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FileState;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.HandQcow2;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.ByteStore;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotHeadTest {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();

  @Test
  void aRawImageIsAsLongAsItsFile() throws IOException {
    SnapshotImage image = image(Files.write(path("a.raw"), new byte[777]), DiskFormat.RAW, null);
    SnapshotHead head = read(image, NO_LIMIT);
    FileState state = head.image().state();
    assertThat(state).isNotNull();
    assertThat(head)
        .isEqualTo(
            new SnapshotHead(image.withState(Objects.requireNonNull(state)), 777, null, null));
    assertThat(head.source()).isEqualTo(FolderStore.uri(path("a.raw")));
  }

  @Test
  void anImageOverAnotherNamesIt() throws IOException {
    Files.write(path("base.raw"), new byte[512]);
    Qcow2Form form = Qcow2Form.alone(3, 16, 1 << 20).over("base.raw", "raw");
    new Qcow2Writer(path("top.qcow2"), form).close();
    SnapshotHead head = read(qcow2("top.qcow2", null), NO_LIMIT);
    assertThat(head.virtualBytes()).isEqualTo(1 << 20);
    assertThat(head.backing()).isEqualTo(FolderStore.uri(path("base.raw")));
    assertThat(head.fault()).isNull();
    assertThat(store.open()).as("channels left open").isZero();
  }

  @Test
  void anInternalSnapshotHasALengthOfItsOwnAndNoBackingFileToTellOfChanges() throws IOException {
    Files.write(path("base.raw"), new byte[512]);
    HandQcow2 image = new HandQcow2().over("base.raw").grow(6 * 512);
    image.putInt(60, 1).putLong(64, 4 * 512); // one snapshot, its table in cluster 4
    image.putLong(2048, 5 * 512).putInt(2056, 1).putInt(2060, 0x1_0003); // L1; id 1, name 3 long
    image.putInt(2084, 16).putLong(2096, 3 * 512).putText(2104, "7old"); // length, id, name
    image.write(path("inner.qcow2"));
    SnapshotHead head = read(qcow2("inner.qcow2", "7"), NO_LIMIT);
    assertThat(head.virtualBytes()).isEqualTo(3 * 512);
    assertThat(head.backing()).isNull();
    assertThat(head.source()).endsWith("/inner.qcow2#7");
    assertFault(
        read(qcow2("inner.qcow2", "young"), NO_LIMIT),
        RejectReason.ABSENT,
        -1,
        "there is no internal snapshot young");
  }

  @Test
  void aTraceIsAsLongAsItsFileAndNotOpened() throws IOException {
    Path trace = Files.writeString(path("t.chunks"), "no line of a trace\n");
    SnapshotHead head = read(image(trace, TraceFormat.DESTOR, null), 5);
    assertThat(head.virtualBytes()).isEqualTo(19);
    assertThat(head.fault()).isNull();
    assertThat(read(image(path("gone"), TraceFormat.DESTOR, null), 5).virtualBytes()).isZero();
  }

  @Test
  void aDiskMayBeAsLongAsTheLimitAndNoLonger() throws IOException {
    new Qcow2Writer(path("a.qcow2"), Qcow2Form.alone(3, 16, 1 << 20)).close();
    assertThat(read(qcow2("a.qcow2", null), 1 << 20).fault()).isNull();
    assertFault(
        read(qcow2("a.qcow2", null), (1 << 20) - 1),
        RejectReason.LIMIT,
        -1,
        "a disk of 1048576 bytes, above limit.disk-bytes");
  }

  @Test
  void badDataIsAFaultWithItsPlace() throws IOException {
    new HandQcow2().putInt(20, 8).write(path("bits.qcow2"));
    assertFault(read(qcow2("bits.qcow2", null), NO_LIMIT), RejectReason.CORRUPT, 20, "");
    assertFault(
        read(qcow2("gone.qcow2", null), NO_LIMIT),
        RejectReason.ABSENT,
        -1,
        "gone.qcow2 is missing");
    new HandQcow2().over("gone.raw").write(path("over.qcow2"));
    assertFault(
        read(qcow2("over.qcow2", null), NO_LIMIT),
        RejectReason.ABSENT,
        -1,
        "the backing file " + FolderStore.uri(path("gone.raw")) + " is missing");
    Files.write(path("text.qcow2"), "nothing".repeat(99).getBytes(StandardCharsets.US_ASCII));
    assertFault(read(qcow2("text.qcow2", null), NO_LIMIT), RejectReason.CORRUPT, 0, "");
    assertThat(store.open()).as("channels left open").isZero();
  }

  @Test
  void aBackingFileOutsideOfTheInputsIsRefused() throws IOException {
    Files.createDirectory(path("in"));
    Files.write(path("base.raw"), new byte[512]);
    new HandQcow2().over("../base.raw").write(path("in/top.qcow2"));
    SnapshotHead head =
        SnapshotHead.read(
            store, List.of(FolderStore.uri(path("in"))), NO_LIMIT, qcow2("in/top.qcow2", null));
    assertFault(head, RejectReason.UNSUPPORTED, -1, "is outside of the inputs");
  }

  @Test
  void aFaultOfTheMediumIsNoFaultOfTheData() throws IOException {
    SnapshotImage image = image(Files.write(path("a.raw"), new byte[7]), DiskFormat.RAW, null);
    assertThatThrownBy(() -> SnapshotHead.read(new Broken(store), List.of(), NO_LIMIT, image))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the medium fails");
  }

  private static void assertFault(
      SnapshotHead head, RejectReason reason, long offset, String message) {
    assertThat(head.virtualBytes()).isZero();
    assertThat(head.backing()).isNull();
    SnapshotHead.Fault fault = Objects.requireNonNull(head.fault());
    assertThat(fault.reason()).as(fault.message()).isEqualTo(reason);
    assertThat(fault.offset()).as(fault.message()).isEqualTo(offset);
    assertThat(fault.message()).contains(message);
  }

  private SnapshotHead read(SnapshotImage image, long mostBytes) throws IOException {
    return SnapshotHead.read(store, List.of(FolderStore.uri(folder)), mostBytes, image);
  }

  private SnapshotImage qcow2(String name, @Nullable String internalSnapshot) {
    return image(path(name), DiskFormat.QCOW2, internalSnapshot);
  }

  private static SnapshotImage image(
      Path path, SnapshotFormat format, @Nullable String internalSnapshot) {
    String location = FolderStore.uri(path);
    return new SnapshotImage("vm", "s", 0, null, null, location, format, internalSnapshot);
  }

  private Path path(String name) {
    return folder.resolve(name);
  }

  /** Finds files, and cannot open any. */
  private record Broken(ByteStore store) implements ByteStore {
    @Override
    public Optional<Item> find(String location) throws IOException {
      return store.find(location);
    }

    @Override
    public List<Item> list(String folder) throws IOException {
      return store.list(folder);
    }

    @Override
    public InputStream open(String location, long offset, long bytes) throws IOException {
      throw new IOException("the medium fails");
    }

    @Override
    public SeekableByteChannel channel(String location) throws IOException {
      throw new IOException("the medium fails");
    }
  }
}
