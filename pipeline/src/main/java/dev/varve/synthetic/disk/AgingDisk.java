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
  private static final double SYSTEM_END_RATIO = 0.60;
  private static final double OWN_END_RATIO = 0.88;
  private static final double GAP_CHANCE = 0.10;
  private static final int GAP_BLOCKS = 8;
  private static final List<ContentKind> SYSTEM_KINDS =
      List.of(
          ContentKind.ELF_AMD64,
          ContentKind.ELF_AMD64,
          ContentKind.ELF_AMD64,
          ContentKind.TEXT,
          ContentKind.PYTHON,
          ContentKind.BYTECODE,
          ContentKind.ARCHIVE);
  private static final List<ContentKind> OWN_KINDS =
      List.of(ContentKind.DATABASE, ContentKind.IMAGE, ContentKind.TEXT, ContentKind.ARCHIVE);

  private final Seed seed;
  private final byte[] bytes;
  private final BitSet dirty = new BitSet();
  private final int ownFilesStart;
  private final int logStart;
  private int logEnd;

  /**
   * @param systemSeed seed of the files that all disks have
   * @param ownSeed seed of the other files of this disk
   */
  AgingDisk(Seed systemSeed, Seed ownSeed, int length) {
    seed = ownSeed;
    bytes = new byte[length];
    ownFilesStart = wholeBlocks(length * SYSTEM_END_RATIO);
    logStart = wholeBlocks(length * OWN_END_RATIO);
    logEnd = logStart;
    writeFiles(systemSeed, SYSTEM_KINDS, 0, ownFilesStart);
    writeFiles(ownSeed.at("files"), OWN_KINDS, ownFilesStart, logStart);
    appendLog(ownSeed.at("log"), BLOCK_BYTES * 5 / 2);
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
    int changedBytes = (int) (bytes.length * (0.012 + 0.012 * random.nextDouble()));
    copySystemRun(random, wholeBlocks(changedBytes * 0.3));
    appendLog(today.at("log"), (int) (changedBytes * 0.1));
    for (int writtenBytes = 0, file = 0; writtenBytes < changedBytes * 0.6; file++) {
      Content change = Content.of(ContentKind.DATABASE, today.at("file").at(file));
      byte[] data = change.data();
      int length = Math.min(wholeBlocks(data.length) + BLOCK_BYTES, 8 * BLOCK_BYTES);
      int bound = (logStart - length) / BLOCK_BYTES;
      int offset = bound - 1 - Draws.skewed(random, bound); // own files most of all
      write(offset * BLOCK_BYTES, Arrays.copyOf(data, length));
      writtenBytes += length;
    }
    if (day % 2 == 0) {
      int offset =
          ownFilesStart + wholeBlocks((logStart - ownFilesStart) * random.nextDouble() * 0.7);
      write(offset, new byte[4 * BLOCK_BYTES]); // a deleted file, trimmed
    }
  }

  /** Copies a run of the system's files to the own files, at another distance to 2 MiB. */
  private void copySystemRun(RandomGenerator random, int length) {
    int from = random.nextInt((ownFilesStart - length) / BLOCK_BYTES) * BLOCK_BYTES;
    int to =
        ownFilesStart
            + random.nextInt((logStart - ownFilesStart - length) / BLOCK_BYTES) * BLOCK_BYTES;
    write(to, Arrays.copyOfRange(bytes, from, from + length));
  }

  private void appendLog(Seed logSeed, int length) {
    byte[] lines =
        new Content(ContentKind.TEXT, logSeed, Math.min(length, bytes.length - logEnd)).data();
    write(logEnd, lines);
    logEnd += lines.length;
  }

  private void writeFiles(Seed ownSeed, List<ContentKind> kinds, int from, int to) {
    RandomGenerator random = ownSeed.at("places").random();
    int offset = from;
    for (int file = 0; offset < to; file++) {
      if (random.nextDouble() < GAP_CHANCE) {
        offset += BLOCK_BYTES * random.nextInt(GAP_BLOCKS);
      }
      ContentKind kind = kinds.get(random.nextInt(kinds.size()));
      byte[] data = Content.of(kind, ownSeed.at(file)).data();
      write(
          offset,
          Arrays.copyOf(data, Math.min(Math.min(data.length, MIB), Math.max(0, to - offset))));
      offset += wholeBlocks(data.length) + BLOCK_BYTES;
    }
  }

  private void write(int offset, byte[] data) {
    System.arraycopy(data, 0, bytes, Math.min(offset, bytes.length), data.length);
    if (data.length > 0) {
      dirty.set(offset / BLOCK_BYTES, (offset + data.length - 1) / BLOCK_BYTES + 1);
    }
  }

  private static int wholeBlocks(double length) {
    return ((int) (length / BLOCK_BYTES)) * BLOCK_BYTES;
  }
}
