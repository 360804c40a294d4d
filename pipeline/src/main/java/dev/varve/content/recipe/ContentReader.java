package dev.varve.content.recipe;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.tar.TarReader;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads one layer blob once for the contents of some entries, to restore other layers. */
public final class ContentReader {
  private ContentReader() {}

  /**
   * Passes contents on to their sinks, with the holes of sparse files filled with zeros. The sinks
   * may trust their bytes only once this method returns, because the blob is verified at its end. A
   * known diffID is not verified.
   *
   * @param expected the size and digest that the blob must have
   * @param stored the blob's bytes; closed at the end
   * @param sinks maps the position of an entry to the sink of its content, or to null to skip it
   * @throws dev.varve.model.MalformedBlobException when the blob is not what it should be
   * @throws IOException when the medium fails, or a sink
   */
  public static void read(
      LayerBlob expected,
      InputStream stored,
      LayerReading reading,
      IntFunction<TarReader.@Nullable Sink> sinks)
      throws IOException {
    LayerVerification verification =
        new LayerVerification(expected, reading.digest(), LayerReading.DiffIds.TRUST);
    BlobStream blob = new BlobStream(stored, verification.blobDigest(), expected.bytes());
    try (blob;
        Decompressor plain = reading.decompressor(blob)) {
      TarReader tar = new TarReader(plain, blob, verification.archiveDigest(), reading.limits());
      for (int position = 0; tar.next() != null; position++) {
        TarReader.Sink sink = sinks.apply(position);
        if (sink != null) {
          tar.content(sink);
        }
      }
      verification.verify(blob);
    }
  }
}
