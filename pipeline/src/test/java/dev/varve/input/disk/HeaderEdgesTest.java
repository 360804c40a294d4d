package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of qcow2 at the edges of what the format allows (docs/interop/qcow2.rst of QEMU). */
class HeaderEdgesTest {
  private static final int BACKING_FORMAT = 0xe2792aca;
  private static final int DATA_NAME = 0x44415441;

  @TempDir private Path folder;

  /** "The backing file name must lie in the first cluster", of at most 1023 bytes. */
  @Test
  void aNameMayEndWithTheFirstCluster() throws IOException {
    HandQcow2 image = named(512 - 5, "below");
    assertThat(Objects.requireNonNull(head(image).backing())).endsWith("/below");
    assertThat(fault(named(512 - 4, "below")).offset()).isEqualTo(8);
  }

  @Test
  void aNameHasAtMost1023Bytes() throws IOException {
    HandQcow2 image = wide().putLong(8, 4096 - 1023).putInt(16, 1023);
    String name = "n".repeat(1023);
    assertThat(Objects.requireNonNull(head(image.putText(4096 - 1023, name)).backing()))
        .endsWith("/" + name);
    HandQcow2 longer = wide().putLong(8, 4096 - 1024).putInt(16, 1024);
    assertThat(fault(longer.putText(4096 - 1024, "n" + name)).offset()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({"512, 0, true", "513, 0, false", "-1, 0, false", "-1, 5, false", "104, -1, false"})
  void aPlaceOutsideOfTheFirstClusterIsCorrupt(long at, int bytes, boolean fine)
      throws IOException {
    HandQcow2 image = new HandQcow2().putLong(8, at).putInt(16, bytes);
    if (fine) {
      assertThat(head(image).backing()).isNull();
    } else {
      MalformedBlobException fault = fault(image);
      assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
      assertThat(fault.offset()).isEqualTo(8);
    }
  }

  /** Extensions are padded to eight bytes; what is unknown is skipped. */
  @Test
  void anExtensionFollowsAnotherAtTheNextEightBytes() throws IOException {
    HandQcow2 image = named(200, "below").putInt(104, 0x11111111).putInt(108, 3);
    image.putInt(120, BACKING_FORMAT).putInt(124, 3).putText(128, "raw");
    assertThat(head(image).isBackingRaw()).isTrue();
    HandQcow2 whole = named(200, "below").putInt(104, 0x11111111).putInt(108, 8);
    whole.putInt(120, BACKING_FORMAT).putInt(124, 3).putText(128, "raw");
    assertThat(head(whole).isBackingRaw()).isTrue();
  }

  /** From 104 to the name at 200 there is room for one extension of 88 bytes. */
  @Test
  void anExtensionMayEndWhereTheNameBegins() throws IOException {
    HandQcow2 fits = named(200, "below").putInt(104, 0x11111111).putInt(108, 88);
    assertThat(head(fits).isBackingRaw()).isFalse();
    MalformedBlobException fault =
        fault(named(200, "below").putInt(104, 0x11111111).putInt(108, 89));
    assertThat(fault.offset()).isEqualTo(104);
    assertThat(fault).hasMessage("a header extension of 89 bytes ends outside of the header");
    HandQcow2 last = named(200, "below").putInt(104, 0x11111111).putInt(108, 80);
    assertThat(fault(last.putInt(192, 0x11111111).putInt(196, 1)).offset()).isEqualTo(192);
  }

  /** "Version number (valid values are 2 and 3)". */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void anotherVersionIsNotRead(int version) throws IOException {
    MalformedBlobException fault = fault(new HandQcow2().putInt(4, version));
    assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault.offset()).isEqualTo(4);
    assertThat(head(new HandQcow2().putInt(4, 2)).virtualBytes()).isEqualTo(64 * 512);
    assertThat(head(new HandQcow2().putInt(4, 3)).virtualBytes()).isEqualTo(64 * 512);
  }

  @Test
  void unknownFeaturesAreNamedByTheirBits() throws IOException {
    MalformedBlobException fault = fault(new HandQcow2().putLong(72, 0x61));
    assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault).hasMessage("unknown incompatible features 0x60");
  }

  @Test
  void aDataFileIsNamedByAnExtension() throws IOException {
    assertThat(head(withData("data.raw")).dataFiles())
        .containsExactly(FolderStore.uri(folder) + "/data.raw");
    assertThat(head(withData("file:a b")).dataFiles())
        .containsExactly(FolderStore.uri(folder) + "/a b");
    assertThat(head(withData("d".repeat(1023))).dataFiles().get(0))
        .endsWith("/" + "d".repeat(1023));
    assertThat(fault(withData("d".repeat(1024))).reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault(withData("")).offset()).isEqualTo(72);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nbd://host/export", "a\nb", "a\u001fb"})
  void aDataFileIsAPlainFile(String name) throws IOException {
    MalformedBlobException fault = fault(withData(name));
    assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault.offset()).isEqualTo(72);
  }

  private HandQcow2 withData(String name) {
    HandQcow2 image = wide().putLong(72, 4);
    return image.putInt(104, DATA_NAME).putInt(108, name.length()).putText(112, name);
  }

  /** Clusters of 4 KiB, so that the header has room. */
  private static HandQcow2 wide() {
    return new HandQcow2().grow(8192).putInt(20, 12).putLong(24, 4096).putLong(40, 4096);
  }

  private static HandQcow2 named(int at, String name) {
    return new HandQcow2().putLong(8, at).putInt(16, name.length()).putText(at, name);
  }

  private DiskHead head(HandQcow2 image) throws IOException {
    Path path = image.write(folder.resolve("top"));
    return Disks.opener(path).head(FolderStore.uri(path), DiskFormat.QCOW2);
  }

  private MalformedBlobException fault(HandQcow2 image) {
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> head(image));
    assertThat(fault).isNotNull();
    return fault;
  }
}
