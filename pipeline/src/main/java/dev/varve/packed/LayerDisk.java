package dev.varve.packed;

import dev.varve.codec.BlobStream;
import dev.varve.codec.Decompressor;
import dev.varve.disk.Disk;
import dev.varve.disk.DiskFormat;
import dev.varve.disk.PackedDisk;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.source.BlobPlace;
import dev.varve.source.FirstBytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A disk that is a file in a layer. A raw one is read while the layer is inflated; one of another
 * format is spooled first.
 *
 * @param location of the image, for people
 * @param layer digest of the layer
 * @param place of the layer's blob, which was verified
 * @param offset of the file's content in the archive
 */
record LayerDisk(
    String location,
    String layer,
    BlobPlace place,
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
      throw Fault.of(e).of(layer);
    }
  }

  private Disk opened(ByteStore store) throws IOException {
    InputStream in = content(store);
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
          "its tables name more clusters than the file has room for: some overlap");
    }
    return disk;
  }

  private InputStream content(ByteStore store) throws IOException {
    BlobStream blob = new BlobStream(place.open(store), null);
    try {
      Decompressor plain = new Decompressor(blob, reading.inflate());
      plain.skipNBytes(offset);
      return new FirstBytes(plain, fileBytes);
    } catch (EOFException e) {
      blob.close();
      throw new MalformedBlobException(
          RejectReason.TRUNCATED, blob.offset(), "it ends before its disk, and did not before");
    } catch (IOException | RuntimeException e) {
      blob.close();
      throw e;
    }
  }
}
