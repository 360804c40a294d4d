package dev.varve.input.disk;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Inflates compressed clusters, and keeps the last inflated one, because neighbouring reads often
 * need it again. One instance serves all files of a chain, so that a long chain needs no more
 * memory than a single file.
 */
final class CompressedClusters implements Closeable {
  private static final int SECTOR_BYTES = 512;

  /**
   * Largest zstd window, as a power of two: 8 MiB. A cluster has at most 2 MiB (2^21 bytes), so no
   * valid frame needs more.
   */
  private static final int ZSTD_WINDOW_BITS = 23;

  private @Nullable Inflater inflater;
  private ClusterCodec inflates = ClusterCodec.DEFLATE;
  private byte[] stored = new byte[0];
  private byte[] cluster = new byte[0];
  private @Nullable DiskFile keptOf;
  private @Nullable PackedCluster kept;

  /**
   * Copies a part of a cluster.
   *
   * @param within first byte, from the cluster's start
   */
  void read(DiskFile file, PackedCluster packed, int within, byte[] into, int from, int length)
      throws IOException {
    if (keptOf != file || !packed.equals(kept)) {
      keptOf = null;
      inflate(file, packed);
      keptOf = file;
      kept = packed;
    }
    System.arraycopy(cluster, within, into, from, length);
  }

  private void inflate(DiskFile file, PackedCluster packed) throws IOException {
    long offset = packed.offset();
    if (offset >= file.bytes()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          file.bytes(),
          "the compressed cluster at "
              + offset
              + " is beyond the end of the file at "
              + file.bytes());
    }
    // packed.bytes() counts the last sector in full, even if the file ends inside that sector.
    int length = (int) Math.min(packed.bytes(), file.bytes() - offset);
    int bytes = packed.clusterBytes();
    stored = stored.length < length ? new byte[Math.max(length, 2 * bytes)] : stored;
    cluster = cluster.length == bytes ? cluster : new byte[bytes];
    file.read(offset, stored, 0, length);
    int got =
        packed.codec() == ClusterCodec.ZSTD
            ? zstd(file, offset, length)
            : deflated(file, packed.codec(), offset, length);
    if (got < packed.leastBytes()) {
      boolean cut = length < packed.bytes() - SECTOR_BYTES;
      throw file.malformed(
          cut ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
          offset,
          "a compressed cluster inflates to "
              + got
              + " bytes, it must have "
              + packed.leastBytes());
    }
    Arrays.fill(cluster, got, bytes, (byte) 0);
  }

  private int deflated(DiskFile file, ClusterCodec codec, long offset, int length)
      throws IOException {
    if (inflater != null && inflates != codec) {
      close();
      inflater = null;
    }
    Inflater own = inflater == null ? new Inflater(codec == ClusterCodec.DEFLATE) : inflater;
    inflater = own;
    inflates = codec;
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
