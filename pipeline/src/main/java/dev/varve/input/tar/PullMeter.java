package dev.varve.input.tar;

import dev.varve.input.codec.CompressedLength;
import dev.varve.input.codec.PullCodec;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerPull;
import dev.varve.model.RowSink;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Measures the cost of serving a layer from its files. While the layer is read, its entries are
 * archived again, which is timed. The original archive is compressed by one or more codecs: a
 * client must get exactly these bytes, as its manifest states their digest. All output is
 * discarded.
 */
public final class PullMeter implements LayerObserver {
  private final RowSink<LayerPull> pulls;
  private final TimedCompressors compressors;
  private final TarArchiveOutputStream tar;
  private Map<String, Long> times = Map.of();
  private long archiveNanos;

  /**
   * A meter for one layer.
   *
   * @param codecs at least one
   * @param pulls receives a result for each, in their order, at the end
   */
  public PullMeter(List<PullCodec> codecs, RowSink<LayerPull> pulls) throws IOException {
    this.pulls = pulls;
    compressors = new TimedCompressors(codecs);
    // Names are bytes, which need not be UTF-8. Decoded as Latin-1, each byte becomes one
    // character, and encoding gives the same bytes again.
    tar =
        new TarArchiveOutputStream(
            OutputStream.nullOutputStream(), StandardCharsets.ISO_8859_1.name());
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
  }

  @Override
  public void archive(byte[] buffer, int from, int length) throws IOException {
    compressors.write(buffer, from, length);
  }

  @Override
  public void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) throws IOException {
    long start = System.nanoTime();
    TarArchiveEntry header = new LongHeader(name(entry), latin1(entry.linkTarget()), entry.type());
    header.setSize(entry.bytes());
    header.setMode(entry.mode());
    header.setUserId(entry.uid());
    header.setGroupId(entry.gid());
    header.setModTime(Math.max(0, entry.mtimeMicros() / 1000));
    tar.putArchiveEntry(header);
    archiveNanos += System.nanoTime() - start;
  }

  @Override
  public void content(byte[] buffer, int from, int length) throws IOException {
    long start = System.nanoTime();
    tar.write(buffer, from, length);
    archiveNanos += System.nanoTime() - start;
  }

  @Override
  public void end(FileEntry row, long archiveEnd) throws IOException {
    long start = System.nanoTime();
    tar.closeArchiveEntry();
    archiveNanos += System.nanoTime() - start;
  }

  @Override
  public void finish(long archiveBytes, long blobBytes) throws IOException {
    long start = System.nanoTime();
    tar.finish();
    archiveNanos += System.nanoTime() - start;
    compressors.close();
    List<LayerPull> results = compressors.results(archiveNanos);
    times = Map.of("archive_nanos", archiveNanos, "compress_nanos", results.get(0).compressNanos());
    for (LayerPull result : results) {
      pulls.add(result);
    }
  }

  /** The times of the first codec. */
  @Override
  public Map<String, Long> times() {
    return times;
  }

  @Override
  public long nanos() {
    return archiveNanos + compressors.nanos;
  }

  @Override
  public void close() throws IOException {
    compressors.close();
  }

  /**
   * The name of an entry. A dot is appended to a name with content that ends in a slash:
   * commons-compress would take it for a directory without content.
   */
  private static String name(TarEntry entry) {
    String name = latin1(entry.name());
    return entry.bytes() > 0 && name.endsWith("/") ? name + "." : name;
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /**
   * A header that gives commons-compress names and link targets already cut to their fields. The
   * library shortens a long name letter by letter, and encodes it again each time, which is slow.
   */
  private static final class LongHeader extends TarArchiveEntry {
    private static final int FIELD_BYTES = 100;

    private final String name;
    private final String link;

    LongHeader(String name, String link, char type) {
      super(name.substring(0, Math.min(name.length(), FIELD_BYTES)), (byte) type, true);
      setLinkName(link.substring(0, Math.min(link.length(), FIELD_BYTES)));
      this.name = name;
      this.link = link;
    }

    /** The whole name: the library writes a PAX record if it is long. */
    @Override
    public String getName() {
      return name;
    }

    @Override
    public String getLinkName() {
      return link;
    }
  }

  /** Copies one archive into several compressors, and times each. */
  private static final class TimedCompressors implements Closeable {
    private final List<PullCodec> codecs;
    private final List<CompressedLength> compressors = new ArrayList<>();
    private final long[] compressNanos;
    private final long[] compressedBytes;
    private long nanos;
    private boolean closed;

    TimedCompressors(List<PullCodec> codecs) throws IOException {
      this.codecs = codecs;
      compressNanos = new long[codecs.size()];
      compressedBytes = new long[codecs.size()];
      for (PullCodec codec : codecs) {
        compressors.add(new CompressedLength(codec));
      }
    }

    void write(byte[] buffer, int from, int length) throws IOException {
      for (int at = 0; at < compressNanos.length; at++) {
        long start = System.nanoTime();
        compressors.get(at).add(buffer, from, length);
        add(at, start);
      }
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        for (int at = 0; at < compressNanos.length; at++) {
          long start = System.nanoTime();
          compressedBytes[at] = compressors.get(at).end();
          add(at, start);
        }
      }
    }

    List<LayerPull> results(long archiveNanos) {
      List<LayerPull> results = new ArrayList<>();
      for (int at = 0; at < compressNanos.length; at++) {
        results.add(
            new LayerPull(
                codecs.get(at).name(), archiveNanos, compressNanos[at], compressedBytes[at]));
      }
      return results;
    }

    private void add(int at, long start) {
      long took = System.nanoTime() - start;
      compressNanos[at] += took;
      nanos += took;
    }
  }
}
