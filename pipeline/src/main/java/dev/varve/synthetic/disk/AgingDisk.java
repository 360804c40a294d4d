package dev.varve.synthetic.disk;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.Draws;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The content of one VM's disk, which ages day by day. From its start: files of an operating
 * system, the same on every disk of the world; files of its own; a log that grows; and free space.
 * Here and there a gap was never written. Files begin at multiples of 4 KiB.
 */
final class AgingDisk {
  static final int BLOCK_BYTES = 4096;

  private static final int MIB = 1 << 20;
  private static final double SYSTEM_SHARE = 0.60;
  private static final double OWN_SHARE = 0.88;
  private static final double GAP_CHANCE = 0.10;
  private static final int GAP_BLOCKS = 8;
  private static final List<ContentKind> SYSTEM =
      List.of(
          ContentKind.ELF_AMD64,
          ContentKind.ELF_AMD64,
          ContentKind.ELF_AMD64,
          ContentKind.TEXT,
          ContentKind.PYTHON,
          ContentKind.BYTECODE,
          ContentKind.ARCHIVE);
  private static final List<ContentKind> OWN =
      List.of(ContentKind.DATABASE, ContentKind.IMAGE, ContentKind.TEXT, ContentKind.ARCHIVE);

  private final Seed seed;
  private final byte[] bytes;
  private final BitSet dirty = new BitSet();
  private final int ownFrom;
  private final int logFrom;
  private int logEnd;

  /**
   * @param system seed of the files that all disks have
   * @param own seed of the other files of this disk
   */
  AgingDisk(Seed system, Seed own, int length) {
    seed = own;
    bytes = new byte[length];
    ownFrom = blocks(length * SYSTEM_SHARE);
    logFrom = blocks(length * OWN_SHARE);
    logEnd = logFrom;
    files(system, SYSTEM, 0, ownFrom);
    files(own.at("files"), OWN, ownFrom, logFrom);
    append(own.at("log"), BLOCK_BYTES * 5 / 2);
    dirty.clear();
  }

  /** The bytes of the disk now; not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** Numbers of the blocks of 4 KiB that changed since the last call. */
  BitSet takeDirty() {
    BitSet taken = (BitSet) dirty.clone();
    dirty.clear();
    return taken;
  }

  /** A day of use, 1 to 3 % of the disk: some files change in place, one moves, the log grows. */
  void age(int day) {
    Seed today = seed.at("day").at(day);
    RandomGenerator random = today.at("places").random();
    int budget = (int) (bytes.length * (0.012 + 0.012 * random.nextDouble()));
    move(random, blocks(budget * 0.3));
    append(today.at("log"), (int) (budget * 0.1));
    for (int spent = 0, file = 0; spent < budget * 0.6; file++) {
      Content change = Content.of(ContentKind.DATABASE, today.at("file").at(file));
      byte[] data = change.data();
      int length = Math.min(blocks(data.length) + BLOCK_BYTES, 8 * BLOCK_BYTES);
      int bound = (logFrom - length) / BLOCK_BYTES;
      int at = bound - 1 - Draws.skewed(random, bound); // own files most of all
      write(at * BLOCK_BYTES, Arrays.copyOf(data, length));
      spent += length;
    }
    if (day % 2 == 0) {
      int at = ownFrom + blocks((logFrom - ownFrom) * random.nextDouble() * 0.7);
      write(at, new byte[4 * BLOCK_BYTES]); // a deleted file, trimmed
    }
  }

  /** Copies a run of the system's files to the own files, at another distance to 2 MiB. */
  private void move(RandomGenerator random, int length) {
    int from = random.nextInt((ownFrom - length) / BLOCK_BYTES) * BLOCK_BYTES;
    int to = ownFrom + random.nextInt((logFrom - ownFrom - length) / BLOCK_BYTES) * BLOCK_BYTES;
    write(to, Arrays.copyOfRange(bytes, from, from + length));
  }

  private void append(Seed what, int length) {
    byte[] lines =
        new Content(ContentKind.TEXT, what, Math.min(length, bytes.length - logEnd)).data();
    write(logEnd, lines);
    logEnd += lines.length;
  }

  private void files(Seed own, List<ContentKind> kinds, int from, int to) {
    RandomGenerator random = own.at("places").random();
    int at = from;
    for (int file = 0; at < to; file++) {
      if (random.nextDouble() < GAP_CHANCE) {
        at += BLOCK_BYTES * random.nextInt(GAP_BLOCKS);
      }
      ContentKind kind = kinds.get(random.nextInt(kinds.size()));
      byte[] data = Content.of(kind, own.at(file)).data();
      write(at, Arrays.copyOf(data, Math.min(Math.min(data.length, MIB), Math.max(0, to - at))));
      at += blocks(data.length) + BLOCK_BYTES;
    }
  }

  private void write(int at, byte[] data) {
    System.arraycopy(data, 0, bytes, Math.min(at, bytes.length), data.length);
    if (data.length > 0) {
      dirty.set(at / BLOCK_BYTES, (at + data.length - 1) / BLOCK_BYTES + 1);
    }
  }

  private static int blocks(double length) {
    return ((int) (length / BLOCK_BYTES)) * BLOCK_BYTES;
  }
}
