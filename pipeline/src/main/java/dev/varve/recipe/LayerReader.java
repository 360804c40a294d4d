package dev.varve.recipe;

import dev.varve.chunking.FileCutter;
import dev.varve.codec.BlobStream;
import dev.varve.codec.Decompressor;
import dev.varve.format.SpanMeter;
import dev.varve.model.ContentSample;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import dev.varve.model.FormatSample;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerPhase;
import dev.varve.model.LayerPull;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.StoredArchive;
import dev.varve.tar.ArchiveLimits;
import dev.varve.tar.FramingPieces;
import dev.varve.tar.PathText;
import dev.varve.tar.PullMeter;
import dev.varve.tar.TarEntry;
import dev.varve.tar.TarReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one layer blob once, from stored bytes to recipe. It inflates it, walks the archive,
 * fingerprints every file, and at the end checks size, blob digest and diffID against what
 * manifests and configs say. Memory is constant.
 */
public final class LayerReader implements Closeable {
  private final LayerBlob expected;
  private final ArchiveLimits limits;
  private final BlobStream blob;
  private final LayerVerification verification;
  private final Decompressor plain;
  private final TarReader tar;
  private final @Nullable PullMeter pull;
  private final @Nullable FramingPieces framing;
  private final @Nullable FileCutter cutter;
  private final @Nullable SpanMeter spans;
  private final FileContent content;
  private final boolean sampling;
  private final LayerTally tally = new LayerTally();
  private final StoredShares shares = new StoredShares();
  private @Nullable ReadEntry current;
  private long nanos;
  private int position;
  private long archiveBytes = Long.MAX_VALUE;
  private boolean ended;
  private boolean headEnded;
  private @Nullable Layer layer;
  private @Nullable LayerPhase phase;
  private List<LayerPull> pulls = List.of();

  /**
   * @param expected what manifests and configs say of the blob
   * @param stored its bytes; closed with the reader
   * @param reading how to read it
   * @throws MalformedBlobException when not even the start can be decoded
   */
  public LayerReader(LayerBlob expected, InputStream stored, LayerReading reading)
      throws IOException {
    long entered = System.nanoTime();
    this.expected = expected;
    this.limits = reading.limits();
    verification = new LayerVerification(expected, reading.digest(), reading.diffId());
    blob = new BlobStream(stored, verification.blobDigest(), expected.bytes());
    spans =
        reading.formats().samples()
            ? new SpanMeter(reading.formats(), String.valueOf(expected.layerDigest()))
            : null;
    plain = reading.decompressor(blob, spans == null ? shares : shares.and(spans));
    framing = reading.framingBytes() > 0 ? new FramingPieces(reading.framingBytes()) : null;
    pull = reading.pullCodecs().isEmpty() ? null : new PullMeter(reading.pullCodecs());
    InputStream archive = pull == null ? plain : pull.over(plain);
    tar =
        new TarReader(
            spans == null ? archive : spans.over(archive),
            blob,
            verification.archiveDigest(),
            reading.limits(),
            framing);
    cutter =
        reading.cutting().takesContents()
            ? new FileCutter(reading.cutting(), reading.fingerprint(), reading.digest())
            : null;
    sampling = reading.cutting().sampling().samples();
    content = new FileContent(reading.fingerprint().digest(reading.digest()), pull, cutter, spans);
    nanos = System.nanoTime() - entered;
  }

  /**
   * Ends before the first file that ends beyond so many bytes of the archive. Such a head is not
   * verified, and has no layer, phase or pulls.
   */
  public void endAfter(long bytes) {
    archiveBytes = bytes;
  }

  /**
   * The next entry, or null at the end, when everything has been verified.
   *
   * @throws MalformedBlobException when the blob is not what it should be
   * @throws IOException when the medium fails
   */
  public @Nullable FileEntry next() throws IOException {
    // The caller's time between two entries does not count as time of this layer.
    long entered = System.nanoTime();
    current = shares.ready();
    while (current == null && !ended) {
      read();
      current = shares.ready();
    }
    boolean whole = current == null && layer == null && !headEnded;
    if (whole) {
      finish();
    }
    nanos += System.nanoTime() - entered;
    if (whole) {
      phase = phases();
    }
    return current == null ? null : current.entry();
  }

  /** Reads an entry, or the end. */
  private void read() throws IOException {
    TarEntry entry = tar.next();
    if (entry == null) {
      end();
      return;
    }
    if (position >= limits.entries()) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, blob.offset(), "more than " + limits.entries() + " entries");
    }
    String path = PathText.path(entry.name());
    EntryKind kind = EntryKinds.of(entry, path);
    if (kind == EntryKind.WHITEOUT && EntryKinds.namesNothing(path)) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, blob.offset(), "whiteout " + path + " names nothing to delete");
    }
    boolean file = kind == EntryKind.FILE;
    if (file && entry.contentOffset() + entry.bytes() > archiveBytes) {
      headEnded = true;
      end();
      return;
    }
    if (spans != null && file && entry.sparse() == null) {
      spans.content(entry.contentOffset(), entry.bytes());
    }
    Map<Long, Long> offsets = new HashMap<>();
    Fingerprint fingerprint = content(entry, file, offsets);
    tar.finishEntry();
    if (spans != null) {
      spans.passed(tar.archiveBytes());
    }
    FileEntry row =
        new FileEntry(
            position++,
            path,
            kind,
            file || kind == EntryKind.METADATA ? entry.bytes() : 0,
            fingerprint,
            file ? content.contentType() : null,
            entry.contentOffset(),
            entry.mode(),
            entry.uid(),
            entry.gid(),
            entry.mtimeMicros(),
            switch (kind) {
              case SYMLINK -> PathText.text(entry.linkTarget());
              case HARD_LINK -> PathText.path(entry.linkTarget());
              default -> null;
            },
            null);
    tally.add(row);
    shares.add(
        tar.archiveBytes(),
        new ReadEntry(
            row,
            cutter == null ? List.of() : cutter.pieces(),
            cutter == null ? List.of() : cutter.samples(),
            offsets));
  }

  private @Nullable Fingerprint content(TarEntry entry, boolean file, Map<Long, Long> offsets)
      throws IOException {
    if (pull != null) {
      pull.begin(entry);
    }
    LongConsumer boundary =
        at -> {
          // Places in a sparse file are not those in the archive.
          if (entry.sparse() == null) {
            shares.when(entry.contentOffset() + at, blobOffset -> offsets.put(at, blobOffset));
          }
        };
    Fingerprint fingerprint = file ? content.read(tar, entry.bytes(), boundary, framing) : null;
    if (pull != null) {
      if (!file) {
        tar.content(pull::content);
      }
      pull.end();
    }
    return fingerprint;
  }

  private void end() {
    ended = true;
    plain.reportProgress();
    shares.end();
  }

  /** Whether the layer was read to its end and found to be what it should be. */
  public boolean isVerified() {
    return layer != null;
  }

  /** The verified layer, once {@link #next} has returned null. */
  public Layer layer() {
    if (layer == null) {
      throw new IllegalStateException("the layer has not been read to its end");
    }
    return layer;
  }

  /** Times of the phases, once {@link #next} has returned null. */
  public LayerPhase phase() {
    if (phase == null) {
      throw new IllegalStateException("the layer has not been read to its end");
    }
    return phase;
  }

  /** The cost of pulls, one for each codec, once {@link #next} has returned null. */
  public List<LayerPull> pulls() {
    return pulls;
  }

  /** Samples of spans in the codings of other formats, measured since the last call. */
  public List<FormatSample> formats() {
    return spans == null ? List.of() : spans.drain();
  }

  /** The framing read since the last call; not all of it where too much came in one call. */
  public List<FramingPiece> framing() {
    return framing == null ? List.of() : framing.drain();
  }

  /** Chunks of the last entry's content; none unless contents are cut. */
  public List<FilePiece> pieces() {
    return current == null ? List.of() : current.pieces();
  }

  /** The compressed samples of this content and of its chunks. */
  public List<ContentSample> samples() {
    return current == null ? List.of() : current.samples();
  }

  /** Processor time of compressing sampled files; null where none would be. */
  public @Nullable Long sampleCpuNanos() {
    return cutter == null || !sampling ? null : cutter.sampleCpuNanos();
  }

  /** Bytes of the blob read so far. */
  public long blobBytes() {
    return blob.offset();
  }

  @Override
  public void close() throws IOException {
    try (plain;
        pull;
        cutter;
        spans) {
      // each closed, whatever the others do
    }
  }

  private void finish() throws IOException {
    long archiveBytes = tar.archiveBytes();
    LayerVerification.Names names = verification.verify(blob);
    layer =
        new Layer(
            names.layerDigest(),
            names.diffId(),
            expected.mediaType(),
            new StoredArchive(
                plain.compression().label(),
                blob.offset(),
                archiveBytes,
                shares.rest(blob.offset())),
            tally.contents());
    if (framing != null) {
      framing.finish();
    }
    if (pull != null) {
      pulls = pull.finish();
    }
    if (spans != null) {
      spans.end(blob.offset());
    }
  }

  private LayerPhase phases() {
    long digestNanos = blob.digestNanos() + tar.digestNanos();
    long compressNanos = pull == null ? 0 : pull.compressNanos();
    long decompressNanos =
        Math.max(0, tar.decodeNanos() - blob.readNanos() - blob.digestNanos() - compressNanos);
    long apartNanos =
        content.cutNanos()
            + (pull == null ? 0 : pull.nanos())
            + (spans == null ? 0 : spans.nanos());
    long unpackNanos =
        Math.max(0, nanos - blob.readNanos() - decompressNanos - digestNanos - apartNanos);
    return new LayerPhase(blob.readNanos(), decompressNanos, unpackNanos, digestNanos);
  }
}
