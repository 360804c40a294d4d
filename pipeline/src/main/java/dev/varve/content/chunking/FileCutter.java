package dev.varve.content.chunking;

import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.TarEntry;
import dev.varve.model.ContentSample;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import dev.varve.model.RowSink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Observer of a layer that cuts the contents of files by several chunkers as they stream by, and
 * compresses a sample of the files and of their chunks.
 */
public final class FileCutter implements LayerObserver {
  private final List<ContentCutter> cutters;
  private final SampledFile sampledFile;
  private final RowSink<CutFile> files;
  private final boolean isSampling;
  private final ArrayDeque<EndedFile> endedFiles = new ArrayDeque<>();
  private Map<Long, Long> blobOffsets = Map.of();
  private boolean isFile;
  private long remainingBytes;
  private long cutNanos;
  private List<FilePiece> pieces = new ArrayList<>();
  private List<ContentSample> samples = new ArrayList<>();

  /** Results for a file that has ended, with the offsets in the blob of its sampled pieces. */
  private record EndedFile(
      List<FilePiece> pieces, List<ContentSample> samples, Map<Long, Long> blobOffsets) {}

  /**
   * A cutter with given settings, fingerprint rule of chunks, and digest engine.
   *
   * @param files receives each file of which anything was cut or sampled
   */
  public FileCutter(
      FileCutting settings,
      FingerprintRule fingerprint,
      DigestEngine engine,
      RowSink<CutFile> files) {
    this.files = files;
    isSampling = settings.sampling().isSampling();
    cutters =
        settings.chunkers().stream()
            .map(name -> new ContentCutter(name, settings, fingerprint, engine))
            .toList();
    sampledFile = new SampledFile(settings.sampling());
  }

  @Override
  public void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) {
    isFile = kind == EntryKind.FILE;
    if (isFile) {
      Map<Long, Long> offsetsInBlob = new HashMap<>();
      blobOffsets = offsetsInBlob;
      begin(
          entry.bytes(),
          at -> {
            // Places in a sparse file are not those in the archive.
            if (entry.sparse() == null) {
              offsets.whenKnown(
                  entry.contentOffset() + at, offset -> offsetsInBlob.put(at, offset));
            }
          });
    }
  }

  /**
   * Begins a file; exactly {@code bytes} bytes must follow.
   *
   * @param boundary receives where each piece of it that is sampled begins and ends, in order, when
   *     the piece begins
   */
  void begin(long bytes, LongConsumer boundary) {
    remainingBytes = bytes;
    sampledFile.begin(bytes, boundary);
  }

  @Override
  public void content(byte[] buffer, int from, int length) throws IOException {
    if (isFile) {
      take(buffer, from, length);
    }
  }

  void take(byte[] buffer, int from, int length) throws IOException {
    if (!cutters.isEmpty()) {
      long start = System.nanoTime();
      for (ContentCutter cutter : cutters) {
        cutter.take(buffer, from, length);
      }
      cutNanos += System.nanoTime() - start;
    }
    sampledFile.take(buffer, from, length);
    remainingBytes -= length;
  }

  @Override
  public void end(FileEntry row, long archiveEnd) throws IOException {
    if (isFile) {
      end(Objects.requireNonNull(row.fingerprint()));
      endedFiles.add(new EndedFile(pieces(), samples(), blobOffsets));
    }
  }

  @Override
  public void stored(FileEntry row) throws IOException {
    if (row.kind() != EntryKind.FILE) {
      return;
    }
    EndedFile cut = endedFiles.remove();
    if (!cut.pieces.isEmpty() || !cut.samples.isEmpty()) {
      long storedBytes = Objects.requireNonNull(row.storedBytes());
      List<ContentSample> shared =
          cut.samples.stream()
              .map(sample -> withStoredShare(sample, storedBytes, cut.blobOffsets))
              .toList();
      files.add(new CutFile(row, cut.pieces, shared));
    }
  }

  /** A piece of a file with its share of the file's stored bytes, as far as it is known. */
  private static ContentSample withStoredShare(
      ContentSample sample, long storedBytes, Map<Long, Long> blobOffsets) {
    Long from = blobOffsets.get(sample.offset());
    Long to = blobOffsets.get(sample.offset() + sample.measuredBytes());
    boolean isPiece =
        sample.chunker().equals(ContentSample.WHOLE_FILE)
            && sample.measuredBytes() < sample.bytes();
    return isPiece && from != null && to != null && storedBytes > 0
        ? sample.withStoredShare(Math.min(1, (to - from) / (double) storedBytes))
        : sample;
  }

  void end(Fingerprint fingerprint) throws IOException {
    if (remainingBytes != 0) {
      throw new IllegalStateException(remainingBytes + " bytes of a file have not come");
    }
    if (!cutters.isEmpty()) {
      long start = System.nanoTime();
      for (ContentCutter cutter : cutters) {
        cutter.end(fingerprint, pieces, samples);
      }
      cutNanos += System.nanoTime() - start;
    }
    sampledFile.end(fingerprint, samples);
  }

  /** Recipes of the files that have ended since the last call; an empty file has none. */
  List<FilePiece> pieces() {
    List<FilePiece> drained = pieces;
    pieces = new ArrayList<>();
    return drained;
  }

  /** The compressed samples of these files. */
  List<ContentSample> samples() {
    List<ContentSample> drained = samples;
    samples = new ArrayList<>();
    return drained;
  }

  /** Time of cutting and compressing. */
  @Override
  public long nanos() {
    return cutNanos + sampledFile.nanos();
  }

  /** Processor time of compressing sampled pieces of files; empty where no sample is taken. */
  @Override
  public Map<String, Long> times() {
    return isSampling ? Map.of("sample_cpu_nanos", sampledFile.cpuNanos()) : Map.of();
  }

  @Override
  public void close() throws IOException {
    sampledFile.close();
  }
}
