package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskFormatTest {
  private static final byte[] QCOW2 = latin("QFI\u00fb\0\0\0\3");
  private static final byte[] NOTHING = new byte[512];

  @TempDir private Path folder;

  @Test
  void theMagicDecidesBeforeTheName() throws MalformedBlobException {
    assertThat(of("a.raw", QCOW2)).isEqualTo(DiskFormat.QCOW2);
    assertThat(of("a.img", NOTHING)).isEqualTo(DiskFormat.RAW);
    assertThat(of("a", NOTHING)).isEqualTo(DiskFormat.RAW);
    assertThat(of("qcow2/a.bin", new byte[0])).isEqualTo(DiskFormat.RAW);
    assertThat(DiskFormat.RAW.suffixes()).containsExactly("raw", "img");
    assertThat(DiskFormat.QCOW2.suffixes()).containsExactly("qcow2", "qcow");
    assertThat(DiskFormat.values()).noneMatch(DiskFormat::isTrace);
  }

  @ParameterizedTest
  @CsvSource({"a.QCOW2, 512, CORRUPT", "qcow, 4, CORRUPT", "a.qcow, 3, TRUNCATED"})
  void whatIsCalledQcow2HasItsMagic(String name, int bytes, RejectReason reason) {
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> of(name, new byte[bytes]));
    assertThat(fault.reason()).isEqualTo(reason);
    assertThat(fault).hasMessageStartingWith("not a qcow2 image, although its name says so");
  }

  /** The first is that of QEMU's block/vmdk.c, {@code SESPARSE_CONST_HEADER_MAGIC 0xcafebabe}. */
  @ParameterizedTest
  @CsvSource({
    "seSparse VMDK, 0, '\u00be\u00ba\u00fe\u00ca\0\0\0\0'",
    "QED, 0, 'QED\0'",
    "Parallels, 0, WithoutFreeSpace",
    "Parallels, 0, WithouFreSpacExt"
  })
  void otherFormatsAreNamedAndRefused(String name, int at, String magic) {
    byte[] head = NOTHING.clone();
    System.arraycopy(latin(magic), 0, head, at, magic.length());
    assertThat(DiskFormat.isDisk(head)).isTrue();
    assertThat(DiskFormat.of(head)).isEmpty();
    assertThatThrownBy(() -> of("a.raw", head)).hasMessageStartingWith(name + " images");
    assertThatThrownBy(() -> DiskFormat.RAW.check(head)).hasMessageStartingWith(name + " images");
    byte[] cut = Arrays.copyOf(head, at + magic.length() - 1);
    assertThat(DiskFormat.isDisk(cut)).isFalse();
  }

  /**
   * QEMU names the bits in every header: a type, 0 for incompatible features, the bit, the name.
   */
  @ParameterizedTest
  @CsvSource({
    "corrupt bit, ",
    "external data file, the data is in an external file",
    "compression type, compression type 0 contradicts the feature bits",
    "extended L2 entries, subclusters in clusters of 2^13 bytes"
  })
  void bitsOfQcow2AreThoseThatQemuNames(String name, @Nullable String message) throws Exception {
    Qemu.assumeInstalled();
    Path image = folder.resolve("a.qcow2");
    Qemu.img("create -q -f qcow2 -o cluster_size=8k", image, Path.of("1M"));
    byte[] file = Files.readAllBytes(image);
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf(name);
    assertThat(file[at - 2]).isZero();
    ByteBuffer.wrap(file).putLong(72, 1L << file[at - 1]);
    Files.write(image, file);
    if (message == null) {
      try (Disk disk = Disks.open(image)) {
        assertThat(disk.isMarkedCorrupt()).isTrue();
      }
    } else {
      assertThatThrownBy(() -> Disks.open(image)).hasMessageStartingWith(message);
    }
  }

  @Test
  void qcow2IsADiskAndZerosAreNot() throws MalformedBlobException {
    assertThat(DiskFormat.isDisk(QCOW2)).isTrue();
    assertThat(DiskFormat.isDisk(NOTHING)).isFalse();
    DiskFormat.RAW.check(NOTHING);
    DiskFormat.QCOW2.check(QCOW2);
  }

  @ParameterizedTest
  @CsvSource({
    "file:///a//b/./c/../d, file:/a/b/d",
    "hdfs://host/a/../../b, hdfs://host/b",
    "hdfs://host, hdfs://host/",
    "/a/b/, /a/b",
    "s3a://k/a:b, s3a://k/a:b"
  })
  void aNormalLocationHasNoDetours(String location, String normal) {
    assertThat(LocationText.normal(location)).isEqualTo(normal);
  }

  @Test
  void locationsHaveFoldersAndNames() {
    assertThat(LocationText.folder("hdfs://host/a/b")).isEqualTo("hdfs://host/a");
    assertThat(LocationText.folder("hdfs://host")).isEqualTo("hdfs://host");
    assertThat(LocationText.name("file:/a/b.raw")).isEqualTo("b.raw");
    assertThat(LocationText.resolve("hdfs://host/a/b", "/c")).isEqualTo("hdfs://host/c");
    assertThat(LocationText.resolve("hdfs://host/a/b", "../c")).isEqualTo("hdfs://host/c");
    assertThat(LocationText.isUri("file:/a")).isTrue();
    assertThat(LocationText.isUri("a:b")).isFalse();
    assertThat(LocationText.isWithin("file:/a/b", "file:///a/")).isTrue();
    assertThat(LocationText.isWithin("file:/a", "file:/a")).isTrue();
    assertThat(LocationText.isWithin("file:/ab", "file:/a")).isFalse();
    assertThat(LocationText.isWithin("file:/a", "file:/")).isTrue();
  }

  /** A colon before any slash, as QEMU's path_has_protocol has it. */
  @ParameterizedTest
  @CsvSource({"nbd:a, true", ":a, true", "a/b:c, false", "/a:b, false", "a:/b, true", "ab, false"})
  void aProtocolIsAColonBeforeAnySlash(String name, boolean protocol) {
    assertThat(LocationText.hasProtocol(name)).isEqualTo(protocol);
  }

  @ParameterizedTest
  @CsvSource({
    "VHDX, 0, vhdxfile",
    "VMDK, 0, KDMV",
    "VMDK, 0, COWD",
    "VMDK, 0, '# Disk DescriptorFile'",
    "VHD, 0, conectix",
    "VHD, -512, conectix",
    "VDI, 64, '\u007f\u0010\u00da\u00be'"
  })
  void formatsAreKnownByTheirMagicUnderAnyName(DiskFormat format, int at, String magic)
      throws MalformedBlobException {
    byte[] part = NOTHING.clone();
    System.arraycopy(latin(magic), 0, part, at < 0 ? part.length + at : at, magic.length());
    byte[] head = at < 0 ? NOTHING : part;
    byte[] tail = at < 0 ? part : NOTHING;
    assertThat(DiskFormat.of("a.raw", head, tail)).isEqualTo(format);
    assertThat(at < 0 ? DiskFormat.ofTail(tail) : DiskFormat.of(head)).contains(format);
  }

  private static DiskFormat of(String name, byte[] head) throws MalformedBlobException {
    return DiskFormat.of(name, head, new byte[0]);
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
