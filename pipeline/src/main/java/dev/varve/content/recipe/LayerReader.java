package dev.varve.content.recipe;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.PathText;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerPhase;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.StoredArchive;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one layer blob once, from stored bytes to recipe. Ingest writes each entry that {@link
 * #next} returns as a row of {@code layer_recipe}. The reader inflates the blob, walks the archive,
 * fingerprints every file, and at the end checks size, blob digest and diffID against what
 * manifests and configs say. Memory is constant.
 */
public final class LayerReader implements Closeable {
  private final LayerBlob expected;
  private final ArchiveLimits limits;
  private final BlobStream blob;
  private final LayerVerification verification;
  private final Decompressor inflated;
  private final TarReader tar;
  private final LayerObserver observer;
  private final FileContent content;
  private final LayerTally tally = new LayerTally();
  private final StoredShares shares = new StoredShares();

  /** Time within this reader, observer included, in nanoseconds. */
  private long ownNanos;

  /** Nanoseconds that the observer took within reads of the archive. */
  private long observedNanos;

  private int position;

  /** Archive bytes to which {@link #limitToHead} limits reading. */
  private long headBytes = Long.MAX_VALUE;

  private boolean archiveEnded;
  private boolean headEnded;
  private @Nullable Layer layer;
  private @Nullable LayerPhase phase;

  /** A reader without an observer. */
  public LayerReader(LayerBlob expected, InputStream stored, LayerReading reading)
      throws IOException {
    this(expected, stored, reading, new LayerObservers());
  }

  /**
   * @param expected what manifests and configs say of the blob
   * @param stored the blob's bytes; closed with the reader
   * @param reading settings
   * @param observer gets the layer's bytes and entries; not closed with the reader
   * @throws MalformedBlobException when not even the start can be decoded
   */
  public LayerReader(
      LayerBlob expected, InputStream stored, LayerReading reading, LayerObserver observer)
      throws IOException {
    long entered = System.nanoTime();
    this.expected = expected;
    this.limits = reading.limits();
    this.observer = observer;
    verification = new LayerVerification(expected, reading.digest(), reading.diffId());
    blob = new BlobStream(stored, verification.blobDigest(), expected.bytes());
    inflated =
        reading.decompressor(
            blob,
            (archiveOffset, blobOffset) -> {
              shares.progress(archiveOffset, blobOffset);
              observer.inflated(archiveOffset, blobOffset);
            });
    tar =
        new TarReader(
            new ObservedArchive(),
            blob,
            verification.archiveDigest(),
            reading.limits(),
            this::framing);
    content = new FileContent(reading.fingerprint().digest(reading.digest()), observer);
    ownNanos = System.nanoTime() - entered;
  }

  /**
   * Limits reading to the head of the layer: it ends before the first file whose content ends
   * beyond this offset in the archive. A head is not verified, and has no layer or phase.
   */
  public void limitToHead(long offset) {
    headBytes = offset;
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
    FileEntry entry = shares.ready();
    while (entry == null && !archiveEnded) {
      readEntry();
      entry = shares.ready();
    }
    boolean isComplete = entry == null && layer == null && !headEnded;
    if (entry != null) {
      observer.stored(entry);
    } else if (isComplete) {
      finish();
    }
    ownNanos += System.nanoTime() - entered;
    if (isComplete) {
      phase = phaseTimes();
    }
    return entry;
  }

  /** Reads an entry, or the end. */
  private void readEntry() throws IOException {
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
    if (file && entry.contentOffset() + entry.bytes() > headBytes) {
      headEnded = true;
      end();
      return;
    }
    observer.begin(entry, kind, shares);
    Fingerprint fingerprint = null;
    if (file) {
      fingerprint = content.read(tar);
    } else {
      tar.content(observer::content);
    }
    tar.finishEntry();
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
    observer.end(row, tar.archiveBytes());
    shares.add(tar.archiveBytes(), row);
  }

  private void framing(byte[] buffer, int from, int length) throws IOException {
    observer.framing(tar.archiveBytes(), buffer, from, length);
  }

  private void end() {
    archiveEnded = true;
    inflated.reportProgress();
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

  /** Bytes of the blob read so far. */
  public long blobBytes() {
    return blob.offset();
  }

  @Override
  public void close() throws IOException {
    inflated.close();
  }

  private void finish() throws IOException {
    long archiveBytes = tar.archiveBytes();
    LayerVerification.VerifiedDigests names = verification.verify(blob);
    layer =
        new Layer(
            names.layerDigest(),
            names.diffId(),
            expected.mediaType(),
            new StoredArchive(
                inflated.compression().label(),
                blob.offset(),
                archiveBytes,
                shares.unsharedBytes(blob.offset())),
            tally.contents());
    observer.finish(archiveBytes, blob.offset());
  }

  private LayerPhase phaseTimes() {
    long digestNanos = blob.digestNanos() + tar.digestNanos();
    long decompressNanos =
        Math.max(0, tar.decodeNanos() - blob.readNanos() - blob.digestNanos() - observedNanos);
    long unpackNanos =
        Math.max(0, ownNanos - blob.readNanos() - decompressNanos - digestNanos - observer.nanos());
    return new LayerPhase(blob.readNanos(), decompressNanos, unpackNanos, digestNanos);
  }

  /** The archive as a stream that passes each byte on to the observer when it is read. */
  private final class ObservedArchive extends FilterInputStream {
    ObservedArchive() {
      super(inflated);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      int got = in.read(buffer, from, length);
      long start = System.nanoTime();
      observer.archive(buffer, from, Math.max(0, got));
      observedNanos += System.nanoTime() - start;
      return got;
    }
  }
}
