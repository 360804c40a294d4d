package dev.varve.content.format;

import com.github.luben.zstd.Zstd;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/**
 * The index of zstd:chunked in three skippable frames: the table of contents, the headers of the
 * archive as tar-split has them, and a footer. Table and headers are written in the tool's form and
 * compressed, to measure their sizes. Digests and checksums are random bytes of their length, since
 * none can be compressed. Access times and owner names are left out, as recipes do not have them.
 *
 * <p>Level 10 of the tool's zstd (klauspost) is measured by level 11 of libzstd, whose texts are
 * shorter by factors that are fitted to blobs of containers/storage 1.65.1.
 *
 * @see <a
 *     href="https://github.com/containers/storage/blob/main/docs/containers-storage-zstd-chunked.md">
 *     zstd:chunked</a>
 */
public final class ZstdChunkedIndex implements LayerIndex {
  /** Bytes of the headers of three skippable frames, and of the footer's content. */
  private static final int FRAME_BYTES = 3 * 8 + 64;

  private static final int LEVEL = 11;

  /** Compressed table of the tool over that of libzstd at {@link #LEVEL}; fitted. */
  private static final double TABLE_FACTOR = 1.015;

  /** Compressed headers of the tool over those of libzstd at {@link #LEVEL}; fitted. */
  private static final double HEADERS_FACTOR = 1.05;

  /**
   * Mean bytes of a chunk, for layers whose chunks were not counted. The tool made 7,654 chunks of
   * 451 MB of packages, programs, sources and manuals; the rolling sum alone would give 65,536
   * bytes.
   */
  private static final double MEAN_CHUNK_BYTES = 58 << 10;

  /**
   * Size of a program from which on it has runs of zeros between its segments, which become chunks.
   */
  private static final long LEAST_PROGRAM_BYTES = 8 << 10;

  /**
   * Further chunks of a program: 5.5 runs of zeros on average, each with a cut before it and one
   * behind it.
   */
  private static final int CHUNKS_OF_SEGMENTS = 11;

  /**
   * Assumed compression ratio of contents, which gives offsets in the blob with a usual number of
   * digits.
   */
  private static final double STORED_RATIO = 0.4;

  private final Text table = new Text();
  private final Text headers = new Text();
  private final StringBuilder line = new StringBuilder();
  private int padding;
  private long position;
  private long entries;
  private long blobOffset;
  private double owedChunks;
  private long knownChunks = -1;

  @Override
  public void chunksOfNext(long chunks) {
    knownChunks = chunks;
  }

  @Override
  public void add(FileEntry entry, Folders folders) {
    boolean hasContent = IndexText.hasContent(entry);
    String name = entry.kind() == EntryKind.DIRECTORY ? entry.path() + "/" : entry.path();
    addToTable(entry, name, hasContent);
    addToHeaders(entry, name, hasContent);
    knownChunks = -1;
  }

  private void addToTable(FileEntry entry, String name, boolean hasContent) {
    line.setLength(0);
    line.append(entries++ == 0 ? "{\"version\":1,\"entries\":[" : ",");
    line.append("{\"type\":\"").append(type(entry.kind())).append("\",\"name\":\"").append(name);
    if (entry.linkTarget() != null) {
      line.append("\",\"linkName\":\"").append(entry.linkTarget());
    }
    line.append("\",\"mode\":").append(entry.mode());
    appendNumber("size", hasContent ? entry.bytes() : 0);
    appendNumber("uid", entry.uid());
    appendNumber("gid", entry.gid());
    line.append(",\"modtime\":\"").append(modificationTime(entry)).append('"');
    if (hasContent) {
      addContent(entry, name);
    }
    table.add(line.append('}'));
  }

  private void addContent(FileEntry entry, String name) {
    long seed = seed(entry);
    long furtherChunks = moreChunks(entry);
    long stored = (long) (entry.bytes() * STORED_RATIO) + 9;
    line.append(",\"digest\":\"").append(digest(seed, -1));
    line.append("\",\"offset\":").append(blobOffset);
    line.append(",\"endOffset\":").append(blobOffset + stored);
    if (furtherChunks > 0) {
      line.append(",\"chunkSize\":").append(entry.bytes() / (furtherChunks + 1));
      line.append(",\"chunkDigest\":\"").append(digest(seed, 0)).append('"');
    }
    for (long chunk = 1; chunk <= furtherChunks; chunk++) {
      table.add(line.append("},{\"type\":\"chunk\",\"name\":\"").append(name));
      line.setLength(0);
      line.append("\",\"offset\":").append(blobOffset + stored * chunk / (furtherChunks + 1));
      long from = (long) ((double) entry.bytes() * chunk / (furtherChunks + 1));
      long to = (long) ((double) entry.bytes() * (chunk + 1) / (furtherChunks + 1));
      line.append(",\"chunkSize\":").append(to - from).append(",\"chunkOffset\":").append(from);
      line.append(",\"chunkDigest\":\"").append(digest(seed, chunk)).append('"');
    }
    blobOffset += stored;
  }

  /** Chunks of a content behind its first one. */
  private long moreChunks(FileEntry entry) {
    boolean isProgram = "elf".equals(entry.contentType()) && entry.bytes() >= LEAST_PROGRAM_BYTES;
    long furtherChunks = isProgram ? CHUNKS_OF_SEGMENTS : 0;
    if (knownChunks > 0) {
      return furtherChunks + knownChunks - 1;
    }
    owedChunks += entry.bytes() / MEAN_CHUNK_BYTES;
    long due = (long) owedChunks;
    owedChunks -= due;
    return furtherChunks + due;
  }

  private void addToHeaders(FileEntry entry, String name, boolean hasContent) {
    byte[] header = new byte[padding + 512];
    header(entry, name, header, padding);
    line.setLength(0);
    line.append("{\"type\":2,\"payload\":\"").append(Base64.getEncoder().encodeToString(header));
    line.append("\",\"position\":").append(position++).append("}\n{\"type\":1,\"name\":\"");
    line.append(name).append('"');
    appendNumber("size", hasContent ? entry.bytes() : 0);
    line.append(",\"payload\":").append(hasContent ? checksum(seed(entry)) : "null");
    headers.add(line.append(",\"position\":").append(position++).append("}\n"));
    padding = hasContent ? (int) (-entry.bytes() & 511) : 0;
  }

  /** A header of ustar. */
  private static void header(FileEntry entry, String name, byte[] into, int from) {
    put(into, from, 100, name);
    put(into, from + 100, 8, "%07o\0".formatted(entry.mode()));
    put(into, from + 108, 8, "%07o\0".formatted(entry.uid()));
    put(into, from + 116, 8, "%07o\0".formatted(entry.gid()));
    put(into, from + 124, 12, "%011o\0".formatted(entry.bytes()));
    put(into, from + 136, 12, "%011o\0".formatted(Math.max(0, seconds(entry))));
    put(into, from + 148, 8, "        ");
    put(into, from + 156, 1, entry.kind() == EntryKind.DIRECTORY ? "5" : "0");
    if (entry.linkTarget() != null) {
      put(into, from + 156, 1, entry.kind() == EntryKind.SYMLINK ? "2" : "1");
      put(into, from + 157, 100, entry.linkTarget());
    }
    put(into, from + 257, 8, "ustar\00000");
    put(into, from + 265, 32, "root");
    put(into, from + 297, 32, "root");
    int sum = 0;
    for (int at = from; at < from + 512; at++) {
      sum += into[at] & 0xff;
    }
    put(into, from + 148, 7, "%06o\0".formatted(sum));
  }

  private static void put(byte[] into, int from, int most, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, into, from, Math.min(most, bytes.length));
  }

  private static String type(EntryKind kind) {
    return switch (kind) {
      case DIRECTORY -> "dir";
      case SYMLINK -> "symlink";
      case HARD_LINK -> "hardlink";
      case FIFO -> "fifo";
      case DEVICE -> "char";
      case FILE, WHITEOUT, OPAQUE, METADATA -> "reg";
    };
  }

  private void appendNumber(String name, long value) {
    if (value != 0) {
      line.append(",\"").append(name).append("\":").append(value);
    }
  }

  private static long seconds(FileEntry entry) {
    return Math.floorDiv(entry.modifiedAtMicros(), 1_000_000);
  }

  private static Instant modificationTime(FileEntry entry) {
    long micros = Math.floorMod(entry.modifiedAtMicros(), 1_000_000);
    return Instant.ofEpochSecond(seconds(entry), micros * 1000);
  }

  /**
   * A seed of the pseudorandom digest of a content; equal contents have equal seeds, so that
   * repeated digests compress.
   */
  private long seed(FileEntry entry) {
    Fingerprint fingerprint = entry.fingerprint();
    if (fingerprint == null) {
      return Seed.mix(position + 1);
    }
    long seed = 0;
    for (byte part : fingerprint.bytes()) {
      seed = Seed.mix(31 * seed + part + 1);
    }
    return seed;
  }

  private static String digest(long seed, long chunk) {
    StringBuilder digest = new StringBuilder("sha256:");
    for (int part = 0; part < 4; part++) {
      digest.append("%016x".formatted(Seed.mix(seed + 4 * chunk + part)));
    }
    return digest.toString();
  }

  private static String checksum(long seed) {
    byte[] bytes = new byte[Long.BYTES];
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) (seed >> (8 * at));
    }
    return '"' + Base64.getEncoder().encodeToString(bytes) + '"';
  }

  @Override
  public long bytes(LayerTotals layer) {
    line.setLength(0);
    line.append("],\"tarSplitDigest\":\"").append(digest(entries, 0)).append("\"}");
    table.add(line);
    return FRAME_BYTES
        + Math.round(
            TABLE_FACTOR * table.compressedBytes() + HEADERS_FACTOR * headers.compressedBytes());
  }

  /** A text that is compressed in pieces, so that it is never in memory whole. */
  private static final class Text {
    private static final int PIECE_BYTES = 4 << 20;

    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private long compressed;

    void add(StringBuilder text) {
      piece.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
      if (piece.size() >= PIECE_BYTES) {
        compress();
      }
    }

    long compressedBytes() {
      compress();
      return compressed;
    }

    private void compress() {
      if (piece.size() > 0) {
        compressed += Zstd.compress(piece.toByteArray(), LEVEL).length;
        piece.reset();
      }
    }
  }
}
