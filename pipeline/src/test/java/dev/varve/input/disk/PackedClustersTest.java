package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compressed clusters by hand. Of clusters of 2^9 bytes an entry has the offset in its bits 0 to
 * 60, and in bit 61 one less than the sectors that the packed bytes reach into.
 */
class PackedClustersTest {
  private static final long PACKED = 1L << 62;
  private static final long TWO_SECTORS = 1L << 61;
  private static final int DATA = 1536;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clustersAreInflatedInAnyOrder(boolean zstd) throws IOException {
    HandQcow2 image = image(zstd);
    put(image, DATA, pack(letters('a', 512), zstd));
    put(image, DATA + 100, pack(letters('b', 512), zstd));
    image.entry(0, PACKED | DATA).entry(1, PACKED | DATA + 100).entry(2, PACKED | DATA);
    try (Disk disk = Disks.open(image.write(folder.resolve("packed")))) {
      byte[] content = Disks.content(disk, 100);
      String wanted = letters('a', 512) + letters('b', 512) + letters('a', 512);
      assertThat(new String(content, 0, 1536, StandardCharsets.US_ASCII)).isEqualTo(wanted);
      byte[] piece = new byte[2];
      for (int at : new int[] {600, 40, 601, 1100, 1023}) {
        disk.read(at, piece, 0, 2);
        String there = new String(piece, StandardCharsets.US_ASCII);
        assertThat(there).as("at %d", at).isEqualTo(wanted.substring(at, at + 2));
      }
      assertThat(disk.ownRun(0, 1).storedBytes()).isEqualTo(512);
      assertThat(disk.ownRun(512, 1).storedBytes()).isEqualTo(412);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClusterThatInflatesToLessIsCorrupt(boolean zstd) throws IOException {
    HandQcow2 image = image(zstd);
    put(image, DATA, pack(letters('a', 511), zstd));
    MalformedBlobException fault = fault(image.entry(0, PACKED | DATA));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isEqualTo(DATA);
    // behind the frame of zstd stand zeros, which are no other frame
    String what =
        zstd ? "cannot be inflated: Unknown frame" : "inflates to 511 bytes, it must have 512";
    assertThat(fault).hasMessageStartingWith("a compressed cluster " + what);
  }

  /** The last sector may end with the file; more than that is missing where another should be. */
  @Test
  void aClusterWhoseSectorsAreNotInTheFileIsTruncated() throws IOException {
    byte[] noise = pack(letters('a', 1) + "qwertzuiopasdfghjklyxcvbnm".repeat(19), false);
    HandQcow2 image = image(false).grow(DATA + 20);
    put(image, DATA, Arrays.copyOf(noise, 20));
    MalformedBlobException cut = fault(image.entry(0, PACKED | TWO_SECTORS | DATA));
    assertThat(cut.reason()).isEqualTo(RejectReason.TRUNCATED);
    assertThat(cut.offset()).isEqualTo(DATA);
    assertThat(fault(image.entry(0, PACKED | DATA)).reason()).isEqualTo(RejectReason.CORRUPT);
    MalformedBlobException beyond = fault(image.entry(0, PACKED | DATA + 20));
    assertThat(beyond.reason()).isEqualTo(RejectReason.TRUNCATED);
    assertThat(beyond.offset()).isEqualTo(DATA + 20);
    assertThat(beyond)
        .hasMessage("the compressed cluster at 1556 is beyond the end of the file at 1556");
  }

  /** The compression type stands in byte 104 of a header that reaches so far. */
  private static HandQcow2 image(boolean zstd) {
    HandQcow2 image = new HandQcow2().grow(DATA + 512);
    return zstd ? image.putLong(72, 8).putInt(100, 112).putInt(104, 1 << 24) : image;
  }

  private static void put(HandQcow2 image, int at, byte[] bytes) {
    for (int index = 0; index < bytes.length; index += 4) {
      int word = 0;
      for (int next = index; next < index + 4; next++) {
        word = word << 8 | (next < bytes.length ? bytes[next] & 0xff : 0);
      }
      image.putInt(at + index, word);
    }
  }

  private static String letters(char letter, int count) {
    return String.valueOf(letter).repeat(count);
  }

  private static byte[] pack(String text, boolean zstd) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (zstd) {
      return Zstd.compress(bytes);
    }
    Deflater deflater = new Deflater(9, true);
    deflater.setInput(bytes);
    deflater.finish();
    byte[] packed = new byte[512];
    int length = deflater.deflate(packed);
    deflater.end();
    return Arrays.copyOf(packed, length);
  }

  private MalformedBlobException fault(HandQcow2 image) throws IOException {
    Path path = image.write(folder.resolve("damaged"));
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> {
              try (Disk disk =
                  Disks.opener(path).open(FolderStore.uri(path), DiskFormat.QCOW2, null)) {
                Disks.content(disk, 512);
              }
            });
    assertThat(fault).isNotNull();
    return fault;
  }
}
