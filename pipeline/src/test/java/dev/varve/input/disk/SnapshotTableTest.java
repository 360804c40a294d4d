package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of internal snapshots by hand: entries of 40 bytes and their texts, padded to eight. */
class SnapshotTableTest {
  private static final int TABLE = 2048;

  @TempDir private Path folder;

  @Test
  void entriesFollowEachOtherWhateverTheLengthsOfTheirTexts() throws IOException {
    HandQcow2 image = table(4);
    int at = put(image, TABLE, "1", "first", 0); // 40 + 6, so 48
    assertThat(at).isEqualTo(TABLE + 48);
    at = put(image, at, "2", "seconds", 0); // 40 + 8
    assertThat(at).isEqualTo(TABLE + 96);
    at = put(image, at, "3", "third..", 1024);
    assertThat(at).isEqualTo(TABLE + 96 + 40 + 1032);
    put(image, at, "4", "", 1);
    assertThat(head(image)).extracting(InternalSnapshot::id).containsExactly("1", "2", "3", "4");
    assertThat(head(image))
        .extracting(InternalSnapshot::name)
        .containsExactly("first", "seconds", "third..", "");
    // of the third one the extra data states a length, of 0 bytes; the others have the disk's
    assertThat(head(image))
        .extracting(InternalSnapshot::virtualBytes)
        .containsExactly(64 * 512L, 64 * 512L, 0L, 64 * 512L);
  }

  @Test
  void moreExtraDataThan1024BytesIsCorruptAtItsField() throws IOException {
    HandQcow2 image = table(2);
    int second = put(image, TABLE, "1", "first", 0);
    put(image, second, "2", "x", 1025);
    MalformedBlobException fault = fault(image);
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isEqualTo(second + 36);
    image.putInt(second + 36, -1);
    assertThat(fault(image).offset()).isEqualTo(second + 36);
  }

  @Test
  void thereMayBe2048() throws IOException {
    HandQcow2 image = table(2048).grow(TABLE + 2048 * 40);
    assertThat(head(image)).hasSize(2048);
    assertThat(fault(image.putInt(60, 2049)).reason()).isEqualTo(RejectReason.LIMIT);
  }

  /** Names of 65,535 bytes: 512 of them are more than 64 MiB. */
  @Test
  void theTableHasAtMost64Mib() throws IOException {
    HandQcow2 image = table(520).grow(TABLE + 520 * (40 + 131_072));
    for (int entry = 0; entry < 520; entry++) {
      image.putInt(TABLE + entry * (40 + 131_072) + 12, -1); // both lengths: 131,070, padded by 2
    }
    MalformedBlobException fault = fault(image);
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    // 511 entries of 131,112 bytes are 66,998,232; 64 MiB are 67,108,864
    assertThat(fault.offset()).isEqualTo(TABLE + 512L * 131_112);
    assertThat(head(image.putInt(60, 511))).hasSize(511);
  }

  @Test
  void aTableBeginsWithACluster() {
    assertThat(fault(table(1).putLong(64, TABLE + 8)).reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault(table(1).putLong(64, -512)).offset()).isEqualTo(60);
  }

  private static HandQcow2 table(int entries) {
    return new HandQcow2().grow(TABLE + 4096).putInt(60, entries).putLong(64, TABLE);
  }

  /** Writes an entry; where the next one begins. */
  private static int put(HandQcow2 image, int at, String id, String name, int extra) {
    image.putInt(at + 12, id.length() << 16 | name.length()).putInt(at + 36, extra);
    image.putText(at + 40 + extra, id + name);
    return at + 40 + (extra + id.length() + name.length() + 7) / 8 * 8;
  }

  private List<InternalSnapshot> head(HandQcow2 image) throws IOException {
    Path path = image.write(folder.resolve("top"));
    return Disks.opener(path).head(FolderStore.uri(path), DiskFormat.QCOW2).snapshots();
  }

  private MalformedBlobException fault(HandQcow2 image) {
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> head(image));
    assertThat(fault).isNotNull();
    return fault;
  }
}
