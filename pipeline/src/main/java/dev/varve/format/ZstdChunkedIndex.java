package dev.varve.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * The index of zstd:chunked as containers/storage 1.59 writes it, in three skippable frames: the
 * table of contents, the headers of the archive as tar-split has them, and a footer.
 *
 * @see <a
 *     href="https://github.com/containers/storage/blob/main/docs/containers-storage-zstd-chunked.md">
 *     zstd:chunked</a>
 */
public final class ZstdChunkedIndex implements LayerIndex {
  private static final String CODEC = "zstd-11";
  private static final long MEAN_CHUNK_BYTES = 1 << 16;

  /** Headers of three skippable frames, and the content of the footer. */
  private static final int FRAME_BYTES = 3 * 8 + 64;

  private static final int RECORD_BYTES = 512;

  private final ContentsTable table = ContentsTable.compact();
  private final IndexText contents = new IndexText(CODEC);
  private final IndexText headers = new IndexText(CODEC);
  private int position;

  @Override
  public void add(FileEntry entry) {
    boolean isFile = entry.kind() == EntryKind.FILE && entry.bytes() > 0;
    if (contents.isWanted()) {
      // Where the sum over the content ends chunks is not known, but how many there are.
      long chunks = isFile ? 1 + Math.round(entry.bytes() / (double) MEAN_CHUNK_BYTES) : 1;
      table.entry(entry, isFile ? entry.archiveOffset() / 3 : 0, "modtime");
      if (isFile) {
        table.digest("digest", entry, 0);
        table.number("endOffset", (entry.archiveOffset() + entry.bytes()) / 3);
      }
      chunk(entry, 0, chunks);
      for (long chunk = 1; chunk < chunks; chunk++) {
        table.open();
        table.field("type", "chunk").field("name", entry.path());
        table.number("offset", (entry.archiveOffset() + chunk * MEAN_CHUNK_BYTES) / 3);
        table.number("chunkOffset", chunk * 65_521 + entry.archiveOffset() % 997);
        chunk(entry, chunk, chunks);
      }
    }
    contents.add(table.drain());
    headers.add(headers.isWanted() ? header(entry, isFile) : new byte[0]);
  }

  private void chunk(FileEntry entry, long chunk, long chunks) {
    if (chunks > 1) {
      table.number("chunkSize", 40_000 + (entry.archiveOffset() + chunk * 8_191) % 50_000);
      table.digest("chunkDigest", entry, chunk + 1);
    }
    table.shut();
  }

  /** The header of an entry in Base64, and the checksum of its content. */
  private byte[] header(FileEntry entry, boolean isFile) {
    TarArchiveEntry tar = new TarArchiveEntry(entry.path(), type(entry.kind()), true);
    tar.setSize(isFile ? entry.bytes() : 0);
    tar.setMode(entry.mode());
    tar.setUserId(entry.uid());
    tar.setGroupId(entry.gid());
    tar.setModTime(Math.max(0, entry.modifiedAtMicros() / 1000));
    tar.setLinkName(entry.linkTarget() == null ? "" : entry.linkTarget());
    byte[] padded = new byte[RECORD_BYTES + (int) (-entry.bytes() & (RECORD_BYTES - 1))];
    byte[] record = new byte[RECORD_BYTES];
    tar.writeEntryHeader(record);
    System.arraycopy(record, 0, padded, padded.length - RECORD_BYTES, RECORD_BYTES);
    String text =
        "{\"type\":2,\"payload\":\"%s\",\"position\":%d}\n"
            .formatted(Base64.getEncoder().encodeToString(padded), position++);
    if (entry.kind() == EntryKind.FILE) {
      byte[] sum = new byte[8];
      long value = new Seed(entry.archiveOffset()).at(entry.path()).value();
      for (int at = 0; at < sum.length; at++) {
        sum[at] = (byte) (value >>> (8 * at));
      }
      text +=
          String.format(
              Locale.ROOT,
              "{\"type\":1,\"name\":\"%s\",\"size\":%d,\"payload\":\"%s\",\"position\":%d}\n",
              entry.path(),
              entry.bytes(),
              Base64.getEncoder().encodeToString(sum),
              position++);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte type(EntryKind kind) {
    return switch (kind) {
      case DIRECTORY -> TarConstants.LF_DIR;
      case SYMLINK -> TarConstants.LF_SYMLINK;
      case HARD_LINK -> TarConstants.LF_LINK;
      default -> TarConstants.LF_NORMAL;
    };
  }

  @Override
  public long bytes(long archiveBytes, long storedBytes) {
    return contents.bytes() + headers.bytes() + FRAME_BYTES;
  }

  @Override
  public void close() {
    contents.close();
    headers.close();
  }
}
