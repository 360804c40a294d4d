package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The header of a qcow2 file, version 2 or 3, checked as far as reading needs it.
 *
 * <p>Of the incompatible features, the dirty bit is accepted: it concerns reference counts, which
 * only a writer needs. The corrupt bit is accepted, too. QEMU sets it when a write would have hit
 * metadata, and opens the image only for reading from then on. Unknown bits are not supported.
 *
 * @param codec compression of compressed clusters
 * @param extendedL2 whether clusters have subclusters
 * @param isMarkedCorrupt whether the corrupt bit is set
 * @param backingName as stored, or null
 * @param backingFormat as the header extension has it, or null
 * @param backingNameAt offset in the file at which the backing file's name is stored
 * @param dataName name as stored of the external file that contains the clusters; null if the image
 *     contains them itself
 * @see <a href="https://www.qemu.org/docs/master/interop/qcow2.html">The qcow2 format</a>
 */
record Qcow2Header(
    int version,
    int clusterBits,
    long virtualBytes,
    long l1Offset,
    long l1Entries,
    long snapshotsOffset,
    long snapshots,
    ClusterCodec codec,
    boolean extendedL2,
    boolean isMarkedCorrupt,
    @Nullable String backingName,
    @Nullable String backingFormat,
    long backingNameAt,
    @Nullable String dataName) {

  static final Magic MAGIC = new Magic(0, "QFI\u00fb");
  static final int L1_AT = 36;
  static final int SNAPSHOTS_AT = 60;

  /** Most entries of an L1 table: 32 MiB of 8 bytes each, which is QEMU's own bound. */
  static final long MOST_L1_ENTRIES = 4 << 20;

  private static final int V2_BYTES = 72;
  private static final int V3_BYTES = 104;
  private static final int CLUSTER_BITS_AT = 20;
  private static final int CRYPT_AT = 32;
  static final int FEATURES_AT = 72;
  private static final int REFCOUNT_ORDER_AT = 96;
  private static final int COMPRESSION_AT = 104;

  /** Cluster sizes as powers of two: 512 bytes to 2 MiB; with subclusters at least 16 KiB. */
  private static final int LEAST_CLUSTER_BITS = 9;

  private static final int MOST_CLUSTER_BITS = 21;
  private static final int LEAST_EXTENDED_BITS = 14;
  private static final int MOST_NAME_BYTES = 1023;

  /** Types of header extensions: the format of the backing file, and the name of the data file. */
  private static final int BACKING_FORMAT = 0xe2792aca;

  private static final int DATA_NAME = 0x44415441;

  /** Bits of the incompatible features. */
  private static final long CORRUPT_BIT = 1 << 1;

  private static final long EXTERNAL_DATA_BIT = 1 << 2;
  private static final long COMPRESSION_BIT = 1 << 3;
  private static final long EXTENDED_BIT = 1 << 4;
  private static final long KNOWN_BITS = 0x1f;

  /**
   * @throws dev.varve.model.MalformedBlobException when the file is no qcow2 image, or not one that
   *     is read
   */
  static Qcow2Header read(DiskFile file) throws IOException {
    byte[] head = file.head(SnapshotFormat.HEAD_BYTES);
    if (!MAGIC.matches(head)) {
      throw file.corrupt(0, "not a qcow2 image: the magic is missing");
    }
    if (head.length < V2_BYTES) {
      throw file.malformed(
          RejectReason.TRUNCATED, head.length, "the file ends inside the qcow2 header");
    }
    ByteBuffer fields = ByteBuffer.wrap(head);
    int version = fields.getInt(4);
    if (version != 2 && version != 3) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, 4, "qcow version " + version + " is not read; 2 and 3 are");
    }
    if (version == 3 && head.length < V3_BYTES) {
      throw file.malformed(
          RejectReason.TRUNCATED, head.length, "the file ends inside the qcow2 header");
    }
    if (fields.getInt(CRYPT_AT) != 0) {
      throw file.malformed(
          RejectReason.ENCRYPTED,
          CRYPT_AT,
          "the image is encrypted; qemu-img convert makes a copy that is not");
    }
    int clusterBits = fields.getInt(CLUSTER_BITS_AT);
    if (clusterBits < LEAST_CLUSTER_BITS || clusterBits > MOST_CLUSTER_BITS) {
      throw file.corrupt(
          CLUSTER_BITS_AT, "clusters of 2^" + clusterBits + " bytes; 2^9 to 2^21 are allowed");
    }
    long features = version == 2 ? 0 : fields.getLong(FEATURES_AT);
    checkFeatures(file, features, clusterBits);
    int headerBytes = version == 2 ? V2_BYTES : fields.getInt(100);
    if (headerBytes < (version == 2 ? V2_BYTES : V3_BYTES) || headerBytes > 1 << clusterBits) {
      throw file.corrupt(100, "a header length of " + headerBytes + " bytes is invalid");
    }
    if (version == 3 && Integer.compareUnsigned(fields.getInt(REFCOUNT_ORDER_AT), 6) > 0) {
      throw file.corrupt(REFCOUNT_ORDER_AT, "the refcount order is more than 6");
    }
    int compression =
        headerBytes > COMPRESSION_AT && head.length > COMPRESSION_AT
            ? head[COMPRESSION_AT] & 0xff
            : 0;
    if ((features & COMPRESSION_BIT) == 0 != (compression == 0)) {
      throw file.corrupt(
          COMPRESSION_AT, "compression type " + compression + " contradicts the feature bits");
    }
    if (compression > 1) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          COMPRESSION_AT,
          "compression type " + compression + " is not read; 0 (zlib) and 1 (zstd) are");
    }
    long nameAt = fields.getLong(8);
    String name = name(file, nameAt, fields.getInt(16), 1 << clusterBits);
    int end = nameAt == 0 ? 1 << clusterBits : (int) nameAt;
    return new Qcow2Header(
        version,
        clusterBits,
        fields.getLong(24),
        fields.getLong(40),
        Integer.toUnsignedLong(fields.getInt(L1_AT)),
        fields.getLong(64),
        Integer.toUnsignedLong(fields.getInt(SNAPSHOTS_AT)),
        compression == 0 ? ClusterCodec.DEFLATE : ClusterCodec.ZSTD,
        (features & EXTENDED_BIT) != 0,
        (features & CORRUPT_BIT) != 0,
        name,
        extension(file, headerBytes, end, BACKING_FORMAT),
        nameAt,
        (features & EXTERNAL_DATA_BIT) == 0 ? null : dataName(file, headerBytes, end));
  }

  int clusterBytes() {
    return 1 << clusterBits;
  }

  private static void checkFeatures(DiskFile file, long features, int clusterBits)
      throws IOException {
    if ((features & ~KNOWN_BITS) != 0) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          FEATURES_AT,
          "unknown incompatible features 0x" + Long.toHexString(features & ~KNOWN_BITS));
    }
    if ((features & EXTENDED_BIT) != 0 && clusterBits < LEAST_EXTENDED_BITS) {
      throw file.corrupt(
          CLUSTER_BITS_AT,
          "subclusters in clusters of 2^" + clusterBits + " bytes; they need 2^14 or more");
    }
  }

  private static @Nullable String name(DiskFile file, long at, int bytes, int clusterBytes)
      throws IOException {
    if (at == 0 || bytes == 0) {
      if (at < 0 || at > clusterBytes) {
        throw file.corrupt(8, "the backing file's name is outside of the first cluster");
      }
      return null;
    }
    if (bytes < 0 || bytes > MOST_NAME_BYTES || at < 0 || at > clusterBytes - bytes) {
      throw file.corrupt(8, "the backing file's name is outside of the first cluster");
    }
    byte[] name = new byte[bytes];
    file.read(at, name, 0, bytes);
    return new String(name, StandardCharsets.UTF_8);
  }

  private static String dataName(DiskFile file, int from, int end) throws IOException {
    String name = extension(file, from, end, DATA_NAME);
    if (name == null || name.isEmpty() || name.length() > MOST_NAME_BYTES) {
      throw file.corrupt(
          FEATURES_AT, "the data is in an external file, of which the header has no valid name");
    }
    return name;
  }

  /**
   * The text of a header extension, or null; what is unknown may be skipped, by the format's own
   * rule.
   */
  private static @Nullable String extension(DiskFile file, int from, int end, int wanted)
      throws IOException {
    byte[] area = file.head(end);
    ByteBuffer fields = ByteBuffer.wrap(area);
    for (int at = from; at + 8 <= area.length; ) {
      int type = fields.getInt(at);
      int bytes = fields.getInt(at + 4);
      if (type == 0) {
        return null;
      }
      if (bytes < 0 || bytes > area.length - at - 8) {
        throw file.corrupt(
            at, "a header extension of " + bytes + " bytes ends outside of the header");
      }
      if (type == wanted) {
        return new String(area, at + 8, bytes, StandardCharsets.UTF_8);
      }
      at += 8 + (bytes + 7 & ~7);
    }
    return null;
  }
}
