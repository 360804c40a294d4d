package dev.varve.content.restore;

import dev.varve.content.recipe.ContentReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.tar.TarReader;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.BitSet;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** A layer that contains contents of another one's archive: read once, from its first byte on. */
public final class SourceLayer {
  private final Iterator<ArchiveFrame.File> files;
  private final WantedContents wanted;
  private final FileChannel archive;
  private final BitSet written = new BitSet();
  private ArchiveFrame.@Nullable File file;

  private SourceLayer(
      Iterator<ArchiveFrame.File> files, WantedContents wanted, FileChannel archive) {
    this.files = files;
    this.wanted = wanted;
    this.archive = archive;
    next();
  }

  /**
   * Writes all missing contents of the layer to their places. Nothing counts as found unless the
   * whole blob is the one that is expected.
   *
   * @param blob what it is to be
   * @param stored its bytes; closed
   * @param files its entries of kind FILE, in order
   * @throws dev.varve.model.MalformedBlobException when the blob is another one
   */
  public static void read(
      LayerBlob blob,
      InputStream stored,
      LayerReading reading,
      Iterator<ArchiveFrame.File> files,
      WantedContents wanted,
      FileChannel archive)
      throws IOException {
    SourceLayer source = new SourceLayer(files, wanted, archive);
    ContentReader.read(blob, stored, reading, source::sink);
    source.written.stream().forEach(wanted::markWritten);
  }

  private TarReader.@Nullable Sink sink(int position) {
    while (file != null && file.position() < position) {
      next();
    }
    int number =
        file == null || file.position() > position ? -1 : wanted.missingNumber(file.fingerprint());
    if (number < 0 || written.get(number)) {
      return null;
    }
    written.set(number);
    return wanted.writer(number, archive);
  }

  private void next() {
    file = files.hasNext() ? files.next() : null;
  }
}
