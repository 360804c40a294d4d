package dev.varve.content.restore;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.FramingStream;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.Fingerprint;
import dev.varve.model.FramingPiece;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.Iterator;

/**
 * Writer of an archive's framing, which is all but the contents of files, to its places in the
 * archive. It leaves gaps for the contents, and finds which content belongs into each gap. For
 * that, the tar reader walks the framing and skips the gaps.
 */
public final class ArchiveFrame {
  /** No limits: an archive that was read before was within them. */
  private static final ArchiveLimits UNLIMITED =
      new ArchiveLimits(
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE - 1,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE);

  private ArchiveFrame() {}

  /**
   * A file of an archive.
   *
   * @param position of its entry
   * @param fingerprint of its content
   */
  public record File(int position, Fingerprint fingerprint) {}

  /**
   * Writes the framing.
   *
   * @param pieces of the framing, in order
   * @param files entries of kind FILE, in order
   * @param archive receives the framing; where contents belong it has gaps
   * @return the contents that are missing
   * @throws dev.varve.model.MalformedBlobException when the framing is not that of an archive
   */
  public static WantedContents write(
      Iterator<FramingPiece> pieces, Iterator<File> files, FileChannel archive) throws IOException {
    WantedContents wanted = new WantedContents();
    File file = files.hasNext() ? files.next() : null;
    try (InputStream framing = new FramingStream(pieces)) {
      FramingWriter out = new FramingWriter(archive);
      BlobStream counted = new BlobStream(framing, null);
      TarReader tar = new TarReader(framing, counted, null, UNLIMITED, out::write);
      int position = 0;
      for (TarEntry entry = tar.next(); entry != null; entry = tar.next()) {
        if (file != null && position == file.position()) {
          long stored = tar.skipAbsentContent();
          wanted.add(file.fingerprint(), stored, entry.contentOffset(), entry.sparse());
          out.skip(stored);
          file = files.hasNext() ? files.next() : null;
        }
        position++;
      }
      out.flush();
    }
    return wanted;
  }

  /** Writes one run of framing after another. */
  private static final class FramingWriter {
    private final FileChannel archive;
    private final OutputStream out;

    FramingWriter(FileChannel archive) {
      this.archive = archive;
      this.out = new BufferedOutputStream(Channels.newOutputStream(archive), 64 << 10);
    }

    void write(byte[] buffer, int from, int length) throws IOException {
      out.write(buffer, from, length);
    }

    void skip(long bytes) throws IOException {
      if (bytes > 0) {
        out.flush();
        archive.position(archive.position() + bytes);
      }
    }

    void flush() throws IOException {
      out.flush();
    }
  }
}
