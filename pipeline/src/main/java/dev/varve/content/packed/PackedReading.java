package dev.varve.content.packed;

import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Serializable;

/**
 * Settings for reading disks inside of images.
 *
 * @param inflate the decoder of gzip
 * @param digests what computes SHA-256
 * @param mostBytes limit of a disk
 * @param windowBytes memory of the decoder of a layer
 * @param spool where disks are copied to that need random access
 */
public record PackedReading(
    InflateEngine inflate,
    DigestEngine digests,
    long mostBytes,
    long windowBytes,
    SpoolFolder spool)
    implements Serializable {
  void requireBytes(long bytes) throws MalformedBlobException {
    if (bytes > mostBytes) {
      String size = "a disk of " + bytes + " bytes, above limit.disk-bytes";
      throw new MalformedBlobException(RejectReason.LIMIT, size);
    }
  }
}
