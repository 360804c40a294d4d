package dev.varve.input.trace;

import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The index of an archive in a datastore of Proxmox Backup Server. A header of 4096 bytes is
 * followed by the chunks. A fixed index lists the SHA-256 of each chunk; all chunks but the last
 * have the same length. A dynamic index lists the end offset and the SHA-256 of each chunk. In an
 * encrypted backup the digests are keyed.
 *
 * @see <a href="https://pbs.proxmox.com/docs/file-formats.html">file formats</a>
 */
final class BackupIndexRecords extends IndexRecords {
  private static final long FIXED_MAGIC = 0xcd0f_fd91_ed41_7f2fL;
  private static final long DYNAMIC_MAGIC = 0xcdb3_ba19_a54e_911cL;
  private static final int HEADER_BYTES = 4096;
  private static final int CHECKSUM_AT = 32;

  private final boolean fixed;
  private final int recordBytes;
  private final MessageDigest sum = Digests.named("sha256");
  private final byte[] checksum = new byte[DIGEST_BYTES];
  private boolean begun;
  private boolean ended;
  private long diskBytes;
  private long chunkBytes;

  private BackupIndexRecords(InputStream in, boolean fixed) {
    super(in);
    this.fixed = fixed;
    recordBytes = fixed ? DIGEST_BYTES : Long.BYTES + DIGEST_BYTES;
  }

  static BackupIndexRecords fixed(InputStream in) {
    return new BackupIndexRecords(in, true);
  }

  static BackupIndexRecords dynamic(InputStream in) {
    return new BackupIndexRecords(in, false);
  }

  @Override
  public boolean next() throws IOException {
    if (!begun) {
      begin();
    }
    if (ended || !in.next(recordBytes)) {
      finish();
      return false;
    }
    offset = end;
    end = fixed ? offset + Math.min(chunkBytes, diskBytes - offset) : in.longAt(0);
    if (end <= offset) {
      throw in.corrupt(
          fixed
              ? "more digests than the chunks of a disk of " + diskBytes + " bytes"
              : "a chunk ends at " + end + ", and the one before it at " + offset);
    }
    in.copy(recordBytes - DIGEST_BYTES, digest);
    in.addTo(sum);
    return true;
  }

  private void begin() throws IOException {
    begun = true;
    in.header(HEADER_BYTES);
    if (in.longAt(0) != (fixed ? FIXED_MAGIC : DYNAMIC_MAGIC)) {
      throw in.corrupt("no " + (fixed ? "fixed" : "dynamic") + " index: the magic is missing");
    }
    in.copy(CHECKSUM_AT, checksum);
    if (fixed) {
      diskBytes = in.longAt(64);
      chunkBytes = in.longAt(72);
      if (diskBytes < 0 || chunkBytes <= 0) {
        throw in.corrupt("a disk of %d bytes in chunks of %d".formatted(diskBytes, chunkBytes));
      }
    }
  }

  private void finish() throws MalformedBlobException {
    if (ended) {
      return;
    }
    ended = true;
    if (fixed && end < diskBytes) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED,
          in.offset(),
          "the index ends at byte " + end + " of a disk of " + diskBytes);
    }
    if (!Arrays.equals(sum.digest(), checksum)) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          CHECKSUM_AT,
          "the index does not have the checksum in its header: it was cut short or altered");
    }
  }
}
