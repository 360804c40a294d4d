package dev.varve.content.format;

import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.TarEntry;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FormatSample;
import dev.varve.model.RowSink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Observer that measures the compressed sizes of sampled spans of a layer's archive, in the codings
 * of all formats, while the layer is read. Memory: {@value #MOST_OPEN} spans with their contexts,
 * and the codecs, however large the layer is.
 */
public final class SpanMeter implements LayerObserver {
  private static final int SPAN_BYTES = SpanSampling.SPAN_BYTES;

  /** Spans that are kept at most until it is known which of their bytes are contents. */
  private static final int MOST_OPEN = 4;

  /**
   * Bytes before a span that are kept as its context: zstd at its common levels looks back no
   * further.
   */
  private static final int CONTEXT_BYTES = 4 * SPAN_BYTES;

  private final SpanSampling sampling;
  private final String layer;
  private final ArrayDeque<OpenSpan> openSpans = new ArrayDeque<>();
  private final List<Content> contents = new ArrayList<>();
  private final SpanOffsets offsets;
  private @Nullable UnitCompressor compressor;
  private final RowSink<FormatSample> samples;
  private byte[] recent =
      new byte[SPAN_BYTES]; // small at first, as most layers have fewer bytes than a context
  private long offset;
  private long knownEnd;
  private long nanos;
  private long sampledBytes;

  /** A span that is being read. */
  private static final class OpenSpan {
    final long number;
    final byte[] bytes;
    final int context;
    int length;

    /** Begins a span, whose context is the last of the bytes read so far. */
    OpenSpan(long number, byte[] recent, int context) {
      this.number = number;
      this.context = context;
      bytes = new byte[context + SPAN_BYTES];
      int begin = (int) (number * SPAN_BYTES % CONTEXT_BYTES);
      for (int at = 0; at < context; at += SPAN_BYTES) {
        System.arraycopy(
            recent, (begin + CONTEXT_BYTES - context + at) % CONTEXT_BYTES, bytes, at, SPAN_BYTES);
      }
    }

    long from() {
      return number * SPAN_BYTES;
    }

    long end() {
      return from() + SPAN_BYTES;
    }
  }

  /** A file's content in the archive. */
  private record Content(long from, long to) {}

  /**
   * A meter of a layer.
   *
   * @param layer its digest
   * @param samples receives what is measured
   */
  public SpanMeter(SpanSampling sampling, String layer, RowSink<FormatSample> samples) {
    this.sampling = sampling;
    this.layer = layer;
    this.samples = samples;
    offsets =
        new SpanOffsets(
            number -> sampling.takes(layer, number) || sampling.takes(layer, number - 1));
  }

  @Override
  public void archive(byte[] buffer, int from, int length) throws IOException {
    long start = System.nanoTime();
    long before = nanos;
    for (int at = from; at < from + length; ) {
      int within = (int) (offset % SPAN_BYTES);
      int step = Math.min(from + length - at, SPAN_BYTES - within);
      if (offset == SPAN_BYTES) {
        recent = Arrays.copyOf(recent, CONTEXT_BYTES);
      }
      if (within == 0 && sampling.takes(layer, offset / SPAN_BYTES)) {
        if (openSpans.size() == MOST_OPEN) {
          // Bytes that are no content of a file, such as zeros at the end of the archive, are known
          // too. Reading is never a span ahead of the entries.
          knownEnd = Math.max(knownEnd, offset - SPAN_BYTES);
          measure();
        }
        openSpans.add(
            new OpenSpan(offset / SPAN_BYTES, recent, (int) Math.min(offset, CONTEXT_BYTES)));
      }
      OpenSpan last = openSpans.peekLast();
      System.arraycopy(buffer, at, recent, (int) (offset % CONTEXT_BYTES), step);
      if (last != null && last.number == offset / SPAN_BYTES) {
        System.arraycopy(buffer, at, last.bytes, last.context + within, step);
        last.length = within + step;
      }
      at += step;
      offset += step;
    }
    // Assigned, not added: measure() has added its time to nanos meanwhile, and this interval
    // includes that time.
    nanos = before + System.nanoTime() - start;
  }

  @Override
  public void inflated(long archiveOffset, long blobOffset) {
    offsets.inflated(archiveOffset, blobOffset);
  }

  @Override
  public void begin(TarEntry entry, EntryKind kind, BlobOffsets unused) throws IOException {
    // Offsets in a sparse file are no offsets in the archive, so its content counts as none.
    if (kind == EntryKind.FILE && entry.sparse() == null) {
      content(entry.contentOffset(), entry.bytes());
    }
  }

  private void content(long from, long bytes) throws IOException {
    if (openSpans.isEmpty()) {
      contents.clear();
    }
    contents.add(new Content(from, from + bytes));
    knownEnd = from + bytes;
    measure();
  }

  @Override
  public void content(byte[] buffer, int from, int length) throws IOException {
    measure();
  }

  /** Notes that all contents that begin before the end of this entry are known. */
  @Override
  public void end(FileEntry row, long archiveEnd) throws IOException {
    knownEnd = Math.max(knownEnd, archiveEnd);
    measure();
  }

  /** Measures the open spans that were read to their end and whose contents are all known. */
  private void measure() throws IOException {
    while (!openSpans.isEmpty() && openSpans.getFirst().end() <= Math.min(knownEnd, offset)) {
      long next = openSpans.getFirst().number + 1;
      if (!offsets.isKnown(next)) {
        if (openSpans.size() < MOST_OPEN) {
          return;
        }
        offsets.addPoint();
      }
      finish(openSpans.removeFirst(), offsets.blobOffset(next));
    }
  }

  @Override
  public void finish(long archiveBytes, long blobBytes) throws IOException {
    knownEnd = Long.MAX_VALUE;
    offsets.addPoint();
    measure();
    while (!openSpans.isEmpty()) {
      finish(openSpans.removeFirst(), (double) blobBytes);
    }
  }

  private void finish(OpenSpan span, double blobEnd) throws IOException {
    long start = System.nanoTime();
    if (compressor == null) {
      compressor = new UnitCompressor();
    }
    double stored = blobEnd - offsets.blobOffset(span.number);
    offsets.drop(span.number);
    List<ArchiveSpan.Content> within = new ArrayList<>();
    long contentBytes = 0;
    int begunContents = 0;
    for (Content content : contents) {
      long from = Math.max(content.from, span.from());
      long to = Math.min(content.to, span.from() + span.length);
      if (from < to) {
        int at = span.context + (int) (from - span.from());
        within.add(new ArchiveSpan.Content(at, at + (int) (to - from)));
        contentBytes += to - from;
        begunContents += content.from == from ? 1 : 0;
      }
    }
    contents.removeIf(content -> content.to <= span.end());
    ArchiveSpan archiveSpan =
        new ArchiveSpan(span.bytes, span.context, span.context + span.length, within);
    long draw = sampling.sampleIndex(layer, span.number);
    double archivePerStored = (span.from() + span.length) / Math.max(1, blobEnd);
    boolean isSlow = sampling.takesSlow(draw, span.number, archivePerStored);
    for (Coding coding : Coding.values()) {
      if (isSlow || coding.baseCoding() == null) {
        samples.add(
            new FormatSample(
                coding.label(),
                span.from(),
                span.length,
                begunContents,
                contentBytes,
                stored,
                coding.bytes(archiveSpan, compressor)));
      }
    }
    sampledBytes += span.length;
    nanos += System.nanoTime() - start;
  }

  @Override
  public void close() {
    if (compressor != null) {
      compressor.close();
    }
  }

  @Override
  public OptionalLong sampledBytes() {
    return OptionalLong.of(sampledBytes);
  }

  @Override
  public long nanos() {
    return nanos;
  }
}
