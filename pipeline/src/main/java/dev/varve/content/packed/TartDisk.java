package dev.varve.content.packed;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.source.Finding;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A raw disk in pieces, as tart keeps it in a registry; each is a layer, packed by itself. */
record TartDisk(
    String location, List<Finding.DiskPiece> pieces, long fileBytes, PackedReading reading)
    implements PackedDisk {

  /**
   * The disk of some pieces, in order.
   *
   * @throws MalformedBlobException when a piece cannot be read, according to its manifest
   */
  static TartDisk of(String location, List<Finding.DiskPiece> pieces, PackedReading reading)
      throws MalformedBlobException {
    long bytes = 0;
    for (Finding.DiskPiece piece : pieces) {
      require(piece);
      bytes += Math.min(piece.plainBytes(), Long.MAX_VALUE - bytes);
    }
    reading.requireBytes(bytes);
    return new TartDisk(location, new ArrayList<>(pieces), bytes, reading);
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
  public DiskFormat format() {
    return DiskFormat.RAW;
  }

  @Override
  public Disk open(ByteStore store) {
    List<TartPiece> all =
        pieces.stream().map(piece -> new TartPiece(store, piece, reading.digests())).toList();
    return new StreamedDisk(
        new SequenceInputStream(Collections.enumeration(all)), fileBytes, location);
  }
}
