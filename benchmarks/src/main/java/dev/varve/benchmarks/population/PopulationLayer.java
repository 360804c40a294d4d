package dev.varve.benchmarks.population;

import dev.varve.content.format.Coding;
import dev.varve.model.ContentSample;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.FormatSample;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.model.LayerContents;
import dev.varve.model.Seed;
import dev.varve.model.StoredArchive;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One layer.
 *
 * @param of all layers
 * @param number its own
 * @param files how many
 * @param firstPlace of its first block of files, in the population
 */
public record PopulationLayer(LayerPopulation of, long number, int files, long firstPlace) {
  private static final long PIECE_BYTES = 1 << 20;

  /** Compressed framing of an entry, as measured of a distribution's /usr. */
  private static final int FRAMING_BYTES = 19;

  /** Bytes of the blob before the archive's. */
  private static final int HEAD_BYTES = 32;

  private static final int SPANS_OF_A_SAMPLE = 16;
  private static final double SAMPLE_SHARE = 0.0005;
  private static final long SAMPLE_PIECE_BYTES = 128 << 10;

  /** Digest of the blob. */
  public String digest() {
    return of.digest(number);
  }

  /** Digest of the archive; layers that differ in their compression have the same. */
  private String diffId() {
    long archive = LayerPopulation.isRebuilt(number) ? number : LayerPopulation.origin(number);
    return Digest.text(Digest.of(of.seed.at("archive").at(archive)));
  }

  /** Its recipe, in archive order. */
  public Iterator<FileEntry> entries() {
    return new LayerEntries(this);
  }

  /** Its row of table {@code layer}. */
  public Layer layer() {
    LayerEntries entries = new LayerEntries(this);
    Map<EntryKind, Long> kinds = new EnumMap<>(EntryKind.class);
    long bytes = 0;
    long stored = 0;
    int depth = 0;
    while (entries.hasNext()) {
      FileEntry entry = entries.next();
      kinds.merge(entry.kind(), 1L, Long::sum);
      bytes += entry.bytes();
      stored += Objects.requireNonNull(entry.storedBytes());
      depth =
          Math.max(depth, 1 + (int) entry.path().chars().filter(letter -> letter == '/').count());
    }
    long archive = entries.archiveBytes();
    long compressed = HEAD_BYTES + storedBytes(archive);
    return new Layer(
        digest(),
        diffId(),
        "application/vnd.docker.image.rootfs.diff.tar.gzip",
        new StoredArchive("gzip", compressed, archive, compressed - stored),
        new LayerContents(
            bytes, LayerContents.Entries.of(kind -> kinds.getOrDefault(kind, 0L)), depth));
  }

  /** Bytes of the blob that the archive takes up to an offset. */
  long storedBytes(long archiveOffset) {
    double ratio = 0.2 + 0.16 * FileContents.unit(of.seed.at("ratio").at(number));
    return (long) (ratio * archiveOffset);
  }

  /** Its framing, as much as that of real archives, of random bytes. */
  public List<FramingPiece> framing() {
    LayerEntries entries = new LayerEntries(this);
    List<FramingPiece> pieces = new ArrayList<>();
    long cut = 0;
    long contents = 0;
    int held = 0;
    while (entries.hasNext()) {
      contents += entries.next().bytes();
      held++;
      if (entries.framingBytes() - cut >= PIECE_BYTES) {
        pieces.add(piece(pieces.size(), PIECE_BYTES, contents, held));
        cut += PIECE_BYTES;
        contents = 0;
        held = 0;
      }
    }
    pieces.add(
        piece(pieces.size(), entries.archiveBytes() - entries.fileBytes() - cut, contents, held));
    return pieces;
  }

  private FramingPiece piece(int position, long rawBytes, long contents, int entries) {
    byte[] framing = new byte[20 + FRAMING_BYTES * entries];
    of.seed.at("framing").at(number).at(position).random().nextBytes(framing);
    return new FramingPiece(position, rawBytes, contents, framing);
  }

  /**
   * Spans of its archive in every coding, as an ingest with {@code ingest.format-ratio} measures
   * them: one in {@link #SPANS_OF_A_SAMPLE}, the first drawn for each layer.
   */
  public Iterator<FormatSample> spans() {
    long first = Long.remainderUnsigned(of.seed.at("spans").at(number).value(), SPANS_OF_A_SAMPLE);
    Map<Long, int[]> contents = new HashMap<>();
    Map<Long, Long> contentBytes = new HashMap<>();
    LayerEntries entries = new LayerEntries(this);
    while (entries.hasNext()) {
      FileEntry entry = entries.next();
      long from = entry.archiveOffset();
      long end = from + entry.bytes();
      for (long span = from / PIECE_BYTES; from < end && span * PIECE_BYTES < end; span++) {
        if (span % SPANS_OF_A_SAMPLE == first) {
          long start = span * PIECE_BYTES;
          contents.computeIfAbsent(span, any -> new int[1])[0] += from >= start ? 1 : 0;
          long within = Math.min(end, start + PIECE_BYTES) - Math.max(from, start);
          contentBytes.merge(span, within, Long::sum);
        }
      }
    }
    List<FormatSample> samples = new ArrayList<>();
    for (String coding : Stream.of(Coding.values()).map(Coding::label).sorted().toList()) {
      for (long from = first * PIECE_BYTES;
          from < entries.archiveBytes();
          from += SPANS_OF_A_SAMPLE * PIECE_BYTES) {
        long span = from / PIECE_BYTES;
        long bytes = Math.min(PIECE_BYTES, entries.archiveBytes() - from);
        long stored = storedBytes(from + bytes) - storedBytes(from);
        samples.add(
            new FormatSample(
                coding,
                from,
                bytes,
                contents.getOrDefault(span, new int[1])[0],
                contentBytes.getOrDefault(span, 0L),
                stored,
                20 + stored * (5 + coding.length() % 8) / 10));
      }
    }
    return samples.iterator();
  }

  /** Those of its contents that are compressed by themselves; another layer may have them too. */
  public Iterator<ContentSample> samples() {
    Iterator<FileEntry> entries = entries();
    List<ContentSample> samples = new ArrayList<>();
    while (entries.hasNext()) {
      FileEntry entry = entries.next();
      Fingerprint content = entry.fingerprint();
      if (content != null && entry.bytes() > 0) {
        add(content, entry.bytes(), samples);
      }
    }
    return samples.iterator();
  }

  /** Pieces as an ingest takes them, with a ratio that is drawn for each. */
  private static void add(Fingerprint content, long bytes, List<ContentSample> samples) {
    long drawn = Long.parseUnsignedLong(content.hex().substring(48), 16);
    for (long from = 0; from < bytes; from += SAMPLE_PIECE_BYTES) {
      long length = Math.min(SAMPLE_PIECE_BYTES, bytes - from);
      double fold = Math.sqrt(length / (double) SAMPLE_PIECE_BYTES);
      double inclusion = Math.min(1, SAMPLE_SHARE / (1 - SAMPLE_SHARE) * fold);
      long leading = Seed.mix(drawn + from);
      if ((leading >>> 11) * 0x1p-53 < inclusion) {
        long compressed = 20 + (long) (length * (0.1 + 0.6 * (leading & 0xff) / 0xff));
        samples.add(
            new ContentSample(
                ContentSample.WHOLE_FILE,
                "gzip-6",
                content,
                bytes,
                from,
                length,
                compressed,
                inclusion,
                null));
      }
    }
  }
}
