package dev.varve.input.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Indexes of backups written by hand; a digest is named by the octet that it is made of. */
public final class HandIndex {
  /** {@code head -c 4194304 /dev/zero | sha256sum}. */
  public static final String ZEROS_4M =
      "bb9f8df61474d25e71fa00722318cd387396ca1736605e1248821cc0de3d3af8";

  private static final int HEADER_BYTES = 4096;

  private HandIndex() {}

  /** A fixed index. */
  public static byte[] fixed(long diskBytes, long chunkBytes, String... digests) {
    byte[] index = new byte[HEADER_BYTES + digests.length * 32];
    little(index).put(0, magic("fixed")).putLong(64, diskBytes).putLong(72, chunkBytes);
    ByteBuffer rows = little(index).position(HEADER_BYTES);
    for (String digest : digests) {
      rows.put(digest(digest));
    }
    return sealed(index);
  }

  /** A dynamic index of two chunks. */
  public static byte[] dynamic(long firstEnd, String first, long secondEnd, String second) {
    byte[] index = new byte[HEADER_BYTES + 2 * 40];
    little(index).put(0, magic("dynamic"));
    ByteBuffer rows = little(index).position(HEADER_BYTES);
    rows.putLong(firstEnd).put(digest(first)).putLong(secondEnd).put(digest(second));
    return sealed(index);
  }

  /**
   * The first 8 bytes of the SHA-256 of a sentence, as the server's source derives its magics.
   *
   * @param sized fixed or dynamic
   * @see <a
   *     href="https://git.proxmox.com/?p=proxmox-backup.git;a=blob;f=pbs-datastore/src/file_formats.rs">file_formats.rs</a>
   */
  public static byte[] magic(String sized) {
    String sentence = "Proxmox Backup " + sized + " sized chunk index v1.0";
    return Arrays.copyOf(sha256().digest(sentence.getBytes(StandardCharsets.US_ASCII)), 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ByteBuffer little(byte[] index) {
    return ByteBuffer.wrap(index).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A copy with the checksum of what is behind the header; too short a one as it is. */
  public static byte[] sealed(byte[] index) {
    byte[] sealed = index.clone();
    if (sealed.length >= HEADER_BYTES) {
      MessageDigest sum = sha256();
      sum.update(sealed, HEADER_BYTES, sealed.length - HEADER_BYTES);
      System.arraycopy(sum.digest(), 0, sealed, 32, 32);
    }
    return sealed;
  }

  /**
   * What casync 2 makes of {@code seq 1 40000}, by {@code casync make numbers.caibx numbers}:
   * chunks of 35,418, 130,412, 35,735 and 27,329 bytes.
   */
  public static byte[] casync() {
    return HexFormat.of()
        .parseHex(
            "3000000000000000f99f127b9c4d829600000000000000b000400000000000000000010000000000"
                + "0000040000000000ffffffffffffffff7d41172f119e5be75a8a000000000000970c5e30f28743a3"
                + "e823389d05d2081096e7cd9976879d9d08e9bce1af05721ac687020000000000005945e1a7d6916c"
                + "76ac84bc6229403bc6a656e3a31333c802c1f939d726466e5d1303000000000022cbc5420a05e77f"
                + "b44d228e13366867eec57a14c84cbed2d46b6b070dc28b5f1e7e030000000000b1ef466953ab24ee"
                + "817b6e7283bb4cf9f8e560e41efd0d46b5896012a5ebb7a500000000000000000000000000000000"
                + "3000000000000000d800000000000000d1ec49550e054f4b");
  }

  /** What the same program makes of the same numbers with {@code --digest=sha256}. */
  public static byte[] casyncSha256() {
    return HexFormat.of()
        .parseHex(
            "3000000000000000f99f127b9c4d8296000000000000009000400000000000000000010000000000"
                + "0000040000000000ffffffffffffffff7d41172f119e5be75a8a000000000000d56ababc42a5f8ee"
                + "8d7981cdcc648e83fff36172f64d12a2e9c3b3605ebff043c6870200000000001ae0ce55ee98ea23"
                + "770cb505a5060736f9dc98971007e2936a6f600b7553caaf5d130300000000002a07a4d7bde5d4c8"
                + "cba4fdf5571b263dcbe1df4eccaba4b64a8310a4924b2f421e7e0300000000002a74f1236d487a47"
                + "fb0c533550ee9e963750b8c71f49e856852fc457001cb20000000000000000000000000000000000"
                + "3000000000000000d800000000000000d1ec49550e054f4b");
  }

  /** What it makes of a folder with one small file, with that option: {@code tree.caidx}. */
  public static byte[] casyncTree() {
    return HexFormat.of()
        .parseHex(
            "3000000000000000f99f127b9c4d829626feefff0100009000400000000000000000010000000000"
                + "0000040000000000ffffffffffffffff7d41172f119e5be77701000000000000f72d01f28d0f08cb"
                + "26d609a71ec2dbc4a1d8f456f35c0f9ef6bb6cd2a0105c3b00000000000000000000000000000000"
                + "30000000000000006000000000000000d1ec49550e054f4b");
  }

  private static byte[] digest(String hex) {
    byte[] octets = HexFormat.of().parseHex(hex);
    byte[] digest = new byte[32];
    Arrays.fill(digest, octets[0]);
    return octets.length == 32 ? octets : digest;
  }
}
