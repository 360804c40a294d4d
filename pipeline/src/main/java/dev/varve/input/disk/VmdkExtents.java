package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The extents of a VMDK whose descriptor is a file of its own. They follow each other on the disk,
 * and each is a part of a file. As a disk may have a thousand of them, only a few files are open at
 * a time.
 */
final class VmdkExtents implements BlockTables {
  /** Most files open at a time; the least recently used one is closed first. */
  private static final int MOST_OPEN = 8;

  private static final int MOST_PARTS = 4096;

  /** Bits below the part's number in the number of a table, which is unique in the whole disk. */
  private static final int TABLE_BITS = 40;

  private final DiskFile file;
  private final List<VmdkDescriptor.Part> parts;
  private final BackingChain chain;
  private final long[] starts;
  private int unitBytes = 1;
  private final Map<Integer, BlockTables> open = new LinkedHashMap<>(MOST_OPEN, .75f, true);

  private VmdkExtents(DiskFile file, VmdkDescriptor descriptor, BackingChain chain) {
    this.file = file;
    this.parts = descriptor.parts();
    this.chain = chain;
    starts = new long[parts.size() + 1];
    for (int part = 0; part < parts.size(); part++) {
      starts[part + 1] = starts[part] + parts.get(part).bytes();
    }
  }

  /**
   * The parts that a descriptor names. Their files must be there; but for the first with tables,
   * they are opened later.
   */
  static VmdkExtents openFirst(DiskFile file, VmdkDescriptor descriptor, BackingChain chain)
      throws IOException {
    int count = descriptor.parts().size();
    if (count == 0 || count > MOST_PARTS) {
      throw file.corrupt(
          descriptor.at(), "a descriptor of " + count + " extents; 1 to 4096 are allowed");
    }
    for (String location : locations(file, descriptor)) {
      chain.requireData(location);
      if (!file.isFile(location)) {
        throw file.malformed(
            RejectReason.ABSENT, descriptor.at(), "the extent " + location + " is missing");
      }
    }
    VmdkExtents extents = new VmdkExtents(file, descriptor, chain);
    for (int part = 0; part < extents.parts.size() && extents.unitBytes == 1; part++) {
      VmdkDescriptor.Part own = extents.parts.get(part);
      extents.unitBytes = own.isZero() || own.isFlat() ? 1 : extents.openTables(part).unitBytes();
    }
    return extents;
  }

  /** Locations of the files of the parts, each once. */
  static List<String> locations(DiskFile file, VmdkDescriptor descriptor) {
    Set<String> places = new LinkedHashSet<>();
    for (VmdkDescriptor.Part part : descriptor.parts()) {
      if (!part.isZero()) {
        places.add(LocationText.resolve(file.location(), part.name()));
      }
    }
    return List.copyOf(places);
  }

  @Override
  public DiskFile file() {
    return file;
  }

  @Override
  public long virtualBytes() {
    return starts[parts.size()];
  }

  /** Granularity of the first part with tables; 1 if no part has tables. */
  @Override
  public int unitBytes() {
    return unitBytes;
  }

  private int partOf(long offset) {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle + 1] > offset) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public long tableOf(long offset) throws IOException {
    int part = partOf(offset);
    return ((long) part << TABLE_BITS) + openTables(part).tableOf(offset - starts[part]);
  }

  @Override
  public long endOfTable(long offset) throws IOException {
    int part = partOf(offset);
    return Math.min(
        starts[part + 1], starts[part] + openTables(part).endOfTable(offset - starts[part]));
  }

  @Override
  public boolean hasTable(long offset) throws IOException {
    int part = partOf(offset);
    return openTables(part).hasTable(offset - starts[part]);
  }

  @Override
  public ClusterRun entry(long offset) throws IOException {
    int part = partOf(offset);
    return openTables(part).entry(offset - starts[part]);
  }

  @Override
  public void read(long offset, ClusterRun run, byte[] into, int from, int length)
      throws IOException {
    int part = partOf(offset);
    openTables(part).read(offset - starts[part], run, into, from, length);
  }

  @Override
  public long allocatedBytes(long offset, ClusterRun run) throws IOException {
    int part = partOf(offset);
    return openTables(part).allocatedBytes(offset - starts[part], run);
  }

  /** A budget of the space of all files, each counted once even if several parts name it. */
  @Override
  public ClusterBudget budget() throws IOException {
    Set<String> counted = new LinkedHashSet<>();
    ClusterBudget budget = new ClusterBudget(parts.size(), 0, 0);
    for (int part = 0; part < parts.size(); part++) {
      BlockTables own = openTables(part);
      if (counted.add(own.file().location())) {
        budget = budget.plus(own.budget());
      }
    }
    return budget;
  }

  private BlockTables openTables(int part) throws IOException {
    BlockTables own = open.get(part);
    if (own == null) {
      own = opened(parts.get(part));
      open.put(part, own);
      if (open.size() > MOST_OPEN) {
        Iterator<BlockTables> oldest = open.values().iterator();
        BlockTables unused = oldest.next();
        oldest.remove();
        unused.close();
      }
    }
    return own;
  }

  private BlockTables opened(VmdkDescriptor.Part part) throws IOException {
    if (part.isZero()) {
      return new ZeroExtent(file, part.bytes());
    }
    DiskFile own = chain.openDataFile(LocationText.resolve(file.location(), part.name()));
    try {
      if (part.isFlat()) {
        return FlatExtent.of(own, part.offset(), part.bytes());
      }
      VmdkHeader header = VmdkHeader.read(own);
      if (header.virtualBytes() < part.bytes()) {
        throw own.corrupt(
            12,
            "the extent has %d bytes; its descriptor says %d"
                .formatted(header.virtualBytes(), part.bytes()));
      }
      return new VmdkTables(own, header, chain.clusters());
    } catch (IOException | RuntimeException e) {
      BackingChain.closeAfter(e, own);
      throw e;
    }
  }

  /** A part of zeros, which no file stores. */
  private record ZeroExtent(DiskFile file, long virtualBytes) implements BlockTables {
    @Override
    public int unitBytes() {
      return 1;
    }

    @Override
    public ClusterRun entry(long offset) {
      return ClusterRun.nothing(State.ZERO, virtualBytes - offset);
    }

    @Override
    public ClusterBudget budget() {
      return new ClusterBudget(0, 0, 0);
    }

    @Override
    public void close() {}
  }

  @Override
  public void close() throws IOException {
    file.close();
    for (BlockTables own : open.values()) {
      own.close();
    }
    open.clear();
  }
}
