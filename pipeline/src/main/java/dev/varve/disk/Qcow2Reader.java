package dev.varve.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the active state or an internal snapshot of a qcow2 file, over its backing chain. */
final class Qcow2Reader implements DiskReader {

  @Override
  public DiskHead head(DiskFile file) throws IOException {
    Qcow2Header header = Qcow2Header.read(file);
    activeTables(file, header);
    String name = header.backingName();
    String backing = name == null ? null : BackingName.of(file, header, name).location();
    return new DiskHead(header.virtualBytes(), backing, InternalSnapshotTable.read(file, header));
  }

  @Override
  public Disk open(DiskFile file, @Nullable String snapshot, BackingChain chain)
      throws IOException {
    Qcow2Header header = Qcow2Header.read(file);
    Qcow2Tables tables =
        snapshot == null
            ? activeTables(file, header)
            : tables(file, header, find(file, header, snapshot));
    String name = header.backingName();
    Disk backing = name == null ? null : chain.open(BackingName.of(file, header, name), null);
    return new Qcow2Disk(file, header, new Qcow2Map(tables), backing, chain.clusters());
  }

  private static Qcow2Tables activeTables(DiskFile file, Qcow2Header header) throws IOException {
    return new Qcow2Tables(
        file,
        header,
        Qcow2Header.L1_AT,
        header.l1Offset(),
        header.l1Entries(),
        header.virtualBytes());
  }

  private static Qcow2Tables tables(DiskFile file, Qcow2Header header, InternalSnapshot state)
      throws IOException {
    return new Qcow2Tables(
        file,
        header,
        header.snapshotsOffset(),
        state.l1Offset(),
        state.l1Entries(),
        state.virtualBytes());
  }

  /** By id first, then by name, as QEMU does. */
  private static InternalSnapshot find(DiskFile file, Qcow2Header header, String wanted)
      throws IOException {
    List<InternalSnapshot> all = InternalSnapshotTable.read(file, header);
    return all.stream()
        .filter(snapshot -> snapshot.id().equals(wanted))
        .findFirst()
        .or(() -> all.stream().filter(snapshot -> snapshot.name().equals(wanted)).findFirst())
        .orElseThrow(
            () ->
                file.malformed(RejectReason.ABSENT, -1, "there is no internal snapshot " + wanted));
  }
}
