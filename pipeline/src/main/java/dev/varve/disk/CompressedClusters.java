package dev.varve.disk;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Inflates compressed clusters, and keeps the last one. One instance serves all files of a chain,
 * so that a long chain needs no more memory than a single file.
 */
final class CompressedClusters implements Closeable {
  private static final int SECTOR_BYTES = 512;

  /** A cluster has at most 2^21 bytes, so no valid frame needs a larger window. */
  private static final int ZSTD_WINDOW_BITS = 23;

  private @Nullable Inflater inflater;
  private byte[] stored = new byte[0];
  private byte[] cluster = new byte[0];
  private @Nullable DiskFile keptOf;
  private long kept;
  private long keptBytes;

  /**
   * Copies a part of a cluster.
   *
   * @param run of the cluster: where and how long its packed bytes are
   * @param within first byte, from the cluster's start
   */
  void read(
      DiskFile file,
      Qcow2Header header,
      ClusterRun run,
      int within,
      byte[] into,
      int from,
      int length)
      throws IOException {
    if (keptOf != file || kept != run.hostOffset() || keptBytes != run.storedBytes()) {
      keptOf = null;
      inflate(file, header, run.hostOffset(), run.storedBytes());
      keptOf = file;
      kept = run.hostOffset();
      keptBytes = run.storedBytes();
    }
    System.arraycopy(cluster, within, into, from, length);
  }

  private void inflate(DiskFile file, Qcow2Header header, long offset, long end)
      throws IOException {
    if (offset >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the compressed cluster at "
              + offset
              + " is beyond the end of the file at "
              + file.bytes());
    }
    // The last sector counts whole, also where the file ends inside of it.
    int length = (int) Math.min(end, file.bytes() - offset);
    stored = stored.length < length ? new byte[2 * header.clusterBytes()] : stored;
    cluster = cluster.length == header.clusterBytes() ? cluster : new byte[header.clusterBytes()];
    file.read(offset, stored, 0, length);
    int got =
        header.codec() == Qcow2Header.ClusterCodec.ZLIB
            ? deflated(file, offset, length)
            : zstd(file, offset, length);
    if (got < cluster.length) {
      boolean cut = length < end - SECTOR_BYTES;
      throw file.malformed(
          cut ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
          offset,
          "a compressed cluster inflates to " + got + " bytes, it must have " + cluster.length);
    }
  }

  private int deflated(DiskFile file, long offset, int length) throws IOException {
    Inflater own = inflater == null ? new Inflater(true) : inflater;
    inflater = own;
    own.reset();
    own.setInput(stored, 0, length);
    int got = 0;
    try {
      while (got < cluster.length) {
        int step = own.inflate(cluster, got, cluster.length - got);
        if (step == 0) {
          break;
        }
        got += step;
      }
      return got;
    } catch (DataFormatException e) {
      throw file.corrupt(offset, "a compressed cluster cannot be inflated: " + e.getMessage());
    }
  }

  private int zstd(DiskFile file, long offset, int length) throws MalformedBlobException {
    try (ZstdInputStreamNoFinalizer in =
        new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(stored, 0, length))) {
      in.setLongMax(ZSTD_WINDOW_BITS);
      in.setContinuous(true);
      return in.readNBytes(cluster, 0, cluster.length);
    } catch (IOException e) { // the data is in memory, so this is not an I/O error but bad data
      throw file.corrupt(offset, "a compressed cluster cannot be inflated: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (inflater != null) {
      inflater.end();
    }
  }
}
