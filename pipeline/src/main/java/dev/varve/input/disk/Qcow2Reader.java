package dev.varve.input.disk;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the active state or an internal snapshot of a qcow2 file, over its backing chain. */
final class Qcow2Reader implements DiskReader {

  @Override
  public DiskHead head(DiskFile file) throws IOException {
    Qcow2Header header = Qcow2Header.read(file);
    new States(file, file, header, new CompressedClusters()).active();
    String name = header.backingName();
    BackingName backing = name == null ? null : BackingName.of(file, header, name);
    String dataName = header.dataName();
    return new DiskHead(
        header.virtualBytes(),
        backing == null ? null : backing.location(),
        backing != null && backing.format() == DiskFormat.RAW,
        dataName == null ? List.of() : List.of(BackingName.ofData(file, dataName)),
        InternalSnapshotTable.read(file, header));
  }

  @Override
  public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
    return state(file, null, chain);
  }

  @Override
  public DiskLayer open(DiskFile file, String snapshot, BackingChain chain) throws IOException {
    return state(file, snapshot, chain);
  }

  private static DiskLayer state(DiskFile file, @Nullable String snapshot, BackingChain chain)
      throws IOException {
    Qcow2Header header = Qcow2Header.read(file);
    String dataName = header.dataName();
    DiskFile data =
        dataName == null ? file : chain.openDataFile(BackingName.ofData(file, dataName));
    try {
      States states = new States(file, data, header, chain.clusters());
      BlockMap map = snapshot == null ? new BlockMap(states.active(), null) : states.map(snapshot);
      String name = header.backingName();
      return DiskLayer.overBacking(name == null ? null : BackingName.of(file, header, name), map);
    } catch (IOException | RuntimeException e) {
      if (data != file) {
        BackingChain.closeAfter(e, data);
      }
      throw e;
    }
  }

  /** Opens the tables of the states of a file: the active state and the internal snapshots. */
  private record States(
      DiskFile file, DiskFile data, Qcow2Header header, CompressedClusters clusters) {

    Qcow2Tables active() throws IOException {
      return tables(
          Qcow2Header.L1_AT, header.l1Offset(), header.l1Entries(), header.virtualBytes());
    }

    /** An internal snapshot, and the state that follows it where that can be opened. */
    BlockMap map(String snapshot) throws IOException {
      List<InternalSnapshot> all = InternalSnapshotTable.read(file, header);
      InternalSnapshot wanted = find(file, all, snapshot);
      Qcow2Tables tables = of(wanted);
      int next = all.indexOf(wanted) + 1;
      BlockMap later = null;
      try {
        later = new BlockMap(next == all.size() ? active() : of(all.get(next)), null);
      } catch (MalformedBlobException e) {
        // The newer state is damaged: opening it reports that. The wanted state is read without it.
      }
      return new BlockMap(tables, later);
    }

    private Qcow2Tables of(InternalSnapshot state) throws IOException {
      return tables(
          header.snapshotsOffset(), state.l1Offset(), state.l1Entries(), state.virtualBytes());
    }

    private Qcow2Tables tables(long statedAt, long l1Offset, long l1Entries, long virtualBytes)
        throws IOException {
      return new Qcow2Tables(
          file, data, header, clusters, statedAt, l1Offset, l1Entries, virtualBytes);
    }
  }

  /** Finds a snapshot by id first, then by name, as QEMU does. */
  private static InternalSnapshot find(DiskFile file, List<InternalSnapshot> all, String wanted)
      throws MalformedBlobException {
    return all.stream()
        .filter(snapshot -> snapshot.id().equals(wanted))
        .findFirst()
        .or(() -> all.stream().filter(snapshot -> snapshot.name().equals(wanted)).findFirst())
        .orElseThrow(
            () ->
                file.malformed(RejectReason.ABSENT, -1, "there is no internal snapshot " + wanted));
  }
}
