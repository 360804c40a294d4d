package dev.varve.recipe;

import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import java.util.List;

/**
 * An entry of a layer with what was measured of its content.
 *
 * @param entry its row
 * @param pieces chunks of its content; none unless contents are cut
 * @param samples compressed samples of its content and of these chunks
 */
record ReadEntry(FileEntry entry, List<FilePiece> pieces, List<ContentSample> samples) {
  ReadEntry withStoredBytes(long bytes) {
    return new ReadEntry(entry.withStoredBytes(bytes), pieces, samples);
  }
}
