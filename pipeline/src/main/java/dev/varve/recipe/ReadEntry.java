package dev.varve.recipe;

import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import java.util.List;
import java.util.Map;

/**
 * An entry of a layer with what was measured of its content.
 *
 * @param entry its row
 * @param pieces chunks of its content; none unless contents are cut
 * @param samples compressed samples of its content and of these chunks
 * @param blobOffsets offsets in the blob of the places in the content where sampled pieces begin
 *     and end, as far as they are known
 */
record ReadEntry(
    FileEntry entry,
    List<FilePiece> pieces,
    List<ContentSample> samples,
    Map<Long, Long> blobOffsets) {
  /** The entry with its stored bytes, and each sampled piece with its share of them. */
  ReadEntry withStoredBytes(long bytes) {
    List<ContentSample> shared =
        blobOffsets.isEmpty() ? samples : samples.stream().map(one -> shared(one, bytes)).toList();
    return new ReadEntry(entry.withStoredBytes(bytes), pieces, shared, Map.of());
  }

  private ContentSample shared(ContentSample sample, long stored) {
    Long from = blobOffsets.get(sample.offset());
    Long to = blobOffsets.get(sample.offset() + sample.measuredBytes());
    boolean isPiece =
        sample.chunker().equals(ContentSample.WHOLE_FILE)
            && sample.measuredBytes() < sample.bytes();
    return isPiece && from != null && to != null && stored > 0
        ? sample.withStoredShare(Math.min(1, (to - from) / (double) stored))
        : sample;
  }
}
