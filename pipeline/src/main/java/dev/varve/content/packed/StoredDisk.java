package dev.varve.content.packed;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.source.Finding;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A disk in the layers of an image: a file of a layer, or pieces that are a layer each. A raw one
 * is read while its layers are decoded; one of another format is spooled first.
 *
 * @param location of the image, for people
 * @param parts in order
 * @param fileBytes length of the disk's file
 */
record StoredDisk(
    String location, List<DiskPart> parts, long fileBytes, DiskFormat format, PackedReading reading)
    implements PackedDisk {

  /**
   * A raw disk of tart in pieces, in order.
   *
   * @throws MalformedBlobException when a piece cannot be read, according to its manifest
   */
  static StoredDisk ofTart(String location, List<Finding.DiskPiece> pieces, PackedReading reading)
      throws MalformedBlobException {
    long bytes = 0;
    List<DiskPart> parts = new ArrayList<>();
    for (Finding.DiskPiece piece : pieces) {
      require(piece);
      parts.add(new DiskPart(piece.layer(), DiskPart.Coding.APPLE_LZ4, 0, piece.plainBytes()));
      bytes += Math.min(piece.plainBytes(), Long.MAX_VALUE - bytes);
    }
    reading.requireBytes(bytes);
    return new StoredDisk(location, parts, bytes, DiskFormat.RAW, reading);
  }

  private static void require(Finding.DiskPiece piece) throws MalformedBlobException {
    LayerBlob blob = piece.layer().blob();
    if (!String.valueOf(blob.mediaType()).endsWith(".disk.v2")) {
      String why = "%s is not read (disk.v1 is LZFSE), disk.v2 is: push it by a newer tart";
      throw PackedFault.unsupported(why.formatted(blob.mediaType())).inLayer(blob.layerDigest());
    }
    if (piece.layer().places().isEmpty() || piece.plainBytes() < 0 || blob.diffIds().isEmpty()) {
      String why = "the piece has no blob, or no annotation of its uncompressed size and digest";
      throw new PackedFault(RejectReason.CORRUPT, -1, why).inLayer(blob.layerDigest());
    }
  }

  @Override
  public Disk open(ByteStore store) throws IOException {
    List<VerifiedPart> all =
        parts.stream().map(part -> new VerifiedPart(store, part, reading)).toList();
    InputStream in = new SequenceInputStream(Collections.enumeration(all));
    try {
      Disk disk =
          format == DiskFormat.RAW ? new StreamedDisk(in, fileBytes, location) : spooled(in);
      try {
        reading.requireBytes(disk.virtualBytes());
      } catch (MalformedBlobException e) {
        disk.close();
        throw e;
      }
      return disk;
    } catch (MalformedBlobException e) {
      throw PackedFault.of(e).inLayer(parts.get(0).layer().blob().layerDigest());
    }
  }

  private Disk spooled(InputStream stream) throws IOException {
    Disk disk;
    try (InputStream in = stream) {
      disk = SpooledFile.disk(in, fileBytes, format, location, reading.spool());
    }
    if (disk.overlaps()) {
      disk.close();
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          "its tables name more clusters than fit into the file: some overlap");
    }
    return disk;
  }
}
