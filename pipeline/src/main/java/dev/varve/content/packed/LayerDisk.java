package dev.varve.content.packed;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;

/**
 * A disk that is a file in a layer. A raw one is read while the layer is inflated; one of another
 * format is spooled first.
 *
 * @param location of the image, for people
 * @param layer with its length and the place where it was verified
 * @param offset of the file's content in the archive
 */
record LayerDisk(
    String location,
    LayerCandidate layer,
    long offset,
    long fileBytes,
    DiskFormat format,
    PackedReading reading)
    implements PackedDisk {

  @Override
  public Disk open(ByteStore store) throws IOException {
    try {
      Disk disk = opened(store);
      try {
        reading.requireBytes(disk.virtualBytes());
      } catch (MalformedBlobException e) {
        disk.close();
        throw e;
      }
      return disk;
    } catch (MalformedBlobException e) {
      throw PackedFault.of(e).inLayer(layer.blob().layerDigest());
    }
  }

  private Disk opened(ByteStore store) throws IOException {
    InputStream in = new VerifiedFile(store, layer, offset, fileBytes, reading);
    if (format == DiskFormat.RAW) {
      return new StreamedDisk(in, fileBytes, location);
    }
    Disk disk;
    try (in) {
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
