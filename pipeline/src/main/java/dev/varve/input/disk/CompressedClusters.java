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
  private ClusterCodec inflaterCodec = ClusterCodec.DEFLATE;
  private byte[] packedBuffer = new byte[0];
  private byte[] inflatedBuffer = new byte[0];
  private @Nullable DiskFile lastFile;
  private @Nullable PackedCluster lastCluster;

  /**
   * Copies a part of a cluster.
   *
   * @param within first byte, from the cluster's start
   */
  void read(DiskFile file, PackedCluster packed, int within, byte[] into, int from, int length)
      throws IOException {
    if (lastFile != file || !packed.equals(lastCluster)) {
      lastFile = null;
      inflate(file, packed);
      lastFile = file;
      lastCluster = packed;
    }
    System.arraycopy(inflatedBuffer, within, into, from, length);
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
    packedBuffer =
        packedBuffer.length < length ? new byte[Math.max(length, 2 * bytes)] : packedBuffer;
    inflatedBuffer = inflatedBuffer.length == bytes ? inflatedBuffer : new byte[bytes];
    file.read(offset, packedBuffer, 0, length);
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
    Arrays.fill(inflatedBuffer, got, bytes, (byte) 0);
  }

  private int deflated(DiskFile file, ClusterCodec codec, long offset, int length)
      throws IOException {
    if (inflater != null && inflaterCodec != codec) {
      close();
      inflater = null;
    }
    Inflater own = inflater == null ? new Inflater(codec == ClusterCodec.DEFLATE) : inflater;
    inflater = own;
    inflaterCodec = codec;
    own.reset();
    own.setInput(packedBuffer, 0, length);
    int got = 0;
    try {
      while (got < inflatedBuffer.length) {
        int step = own.inflate(inflatedBuffer, got, inflatedBuffer.length - got);
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
        new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(packedBuffer, 0, length))) {
      in.setLongMax(ZSTD_WINDOW_BITS);
      in.setContinuous(true);
      return in.readNBytes(inflatedBuffer, 0, inflatedBuffer.length);
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
