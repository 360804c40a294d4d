package dev.varve.content.packed;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.recipe.LayerVerification;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.BulkInputStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.source.FirstBytes;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/**
 * Stream of a file in a layer. At its end the rest of the layer is read and verified, because a
 * registry may send other bytes than when the layer was searched.
 */
final class VerifiedFile extends BulkInputStream {
  private final LayerVerification verification;
  private final BlobStream blob;
  private final InputStream archive;
  private final InputStream file;
  private boolean isVerified;

  /**
   * @param layer with its length and one place
   * @param offset of the file in the archive
   */
  VerifiedFile(
      ByteStore store, LayerCandidate layer, long offset, long bytes, PackedReading reading)
      throws IOException {
    verification =
        new LayerVerification(layer.blob(), reading.digests(), LayerReading.DiffIds.TRUST);
    InputStream stored = layer.open(store, layer.places().get(0));
    blob = new BlobStream(stored, verification.blobDigest(), layer.blob().bytes());
    try {
      Decompressor plain =
          new Decompressor(
              blob, reading.inflate(), reading.windowBytes(), Decompressor.Progress.NONE);
      MessageDigest digest = verification.archiveDigest();
      archive = digest == null ? plain : new DigestInputStream(plain, digest);
      // These bytes are read and not skipped, because the digest needs all of them.
      long before = new FirstBytes(archive, offset).transferTo(OutputStream.nullOutputStream());
      if (before < offset) {
        throw new MalformedBlobException(
            RejectReason.TRUNCATED,
            blob.offset(),
            "it ends before its disk begins, though it was whole when it was read first");
      }
      file = new FirstBytes(archive, bytes);
    } catch (IOException | RuntimeException e) {
      blob.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int got = file.read(into, from, length);
    if (got < 0 && !isVerified) {
      long unusedBytes = archive.transferTo(OutputStream.nullOutputStream());
      LayerVerification.VerifiedDigests unused = verification.verify(blob);
      isVerified = true;
    }
    return got;
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }
}
