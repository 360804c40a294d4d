package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Disks of several extents, by QEMU and by hand. */
class VmdkExtentsTest {
  private static final byte[] MIXED = QemuDiskTest.mixed(4 << 20);

  @TempDir private Path folder;

  /** Two files of 2 GB and a shorter one; and more files than are open at a time. */
  @ParameterizedTest
  @CsvSource({"twoGbMaxExtentSparse, 5", "twoGbMaxExtentFlat, 5", "twoGbMaxExtentSparse, 21"})
  void aDiskInPiecesOfTwoGigabytesIsOne(String form, int gigabytes) throws Exception {
    Qemu.assumeInstalled();
    Path image = folder.resolve("large.vmdk");
    Qemu.img("create -q -f vmdk -o subformat=" + form, image, Path.of(gigabytes + "G"));
    String end = (gigabytes * 1024L - 1) + "M";
    Qemu.io(
        "vmdk",
        image,
        List.of(
            "write -P 1 0 64k",
            "write -P 2 2047M 3M",
            "write -P 3 4G 128k",
            "write -P 4 " + end + " 64k"));
    try (Disk disk = Disks.open(image)) {
      List<Extent> map = Qemu.map(image);
      assertThat(Disks.map(disk).stream().filter(one -> one.kind() == Extent.Kind.DATA))
          .containsExactlyElementsOf(
              map.stream().filter(one -> one.kind() == Extent.Kind.DATA).toList());
      byte[] piece = new byte[3 << 20];
      disk.read((2047L << 20) - 1, piece, 0, piece.length);
      byte[] expected = new byte[piece.length];
      Arrays.fill(expected, 1, expected.length, (byte) 2);
      assertThat(Arrays.equals(piece, expected)).isTrue();
      assertThat(disk.overlaps()).isFalse();
    }
    String location = FolderStore.uri(image);
    assertThat(Disks.opener(image).head(location, null).dataFiles()).hasSize((gigabytes + 1) / 2);
  }

  /** As ESX writes it: 24 sectors of a flat file, zeros, a sparse file of 8192 sectors. */
  @Test
  void extentsOfAllKindsFollowEachOther() throws Exception {
    Files.write(folder.resolve("a flat.bin"), MIXED);
    Files.write(folder.resolve("a-delta.vmdk"), esx(8192, 8, 3, 4097));
    Path image =
        descriptor(
            "RW 24 VMFS \"a flat.bin\"",
            "RW 8 FLAT \"a flat.bin\" 4000",
            "RW 16 ZERO",
            "RW 8192 VMFSSPARSE \"a-delta.vmdk\"");
    byte[] expected = new byte[(48 + 8192) * 512];
    System.arraycopy(MIXED, 0, expected, 0, 24 * 512);
    System.arraycopy(MIXED, 4000 * 512, expected, 24 * 512, 8 * 512);
    Arrays.fill(expected, (48 + 3 * 8) * 512, (48 + 4 * 8) * 512, (byte) 3);
    try (Disk disk = Disks.open(image)) {
      assertThat(Arrays.mismatch(Disks.content(disk, 70_001), expected)).isEqualTo(-1);
      assertThat(disk.unitBytes()).isEqualTo(4096);
      assertThat(disk.allocatedBytes()).isEqualTo((24 + 8 + 8) * 512);
    }
  }

  /** QEMU takes a disk of ESX with one extent. */
  @Test
  void extentsOfEsxAreReadAsByQemu() throws Exception {
    Qemu.assumeInstalled();
    Files.write(folder.resolve("a-delta.vmdk"), esx(70_000, 1, 3, 4096, 69_999));
    Path image = descriptor("RW 70000 VMFSSPARSE \"a-delta.vmdk\"");
    try (Disk disk = Disks.open(image)) {
      // QEMU 7.2 gives such a disk twice its length.
      byte[] expected = Arrays.copyOf(Qemu.convert(image, "-f", "vmdk"), 70_000 * 512);
      assertThat(Arrays.mismatch(Disks.content(disk, 70_001), expected)).isEqualTo(-1);
      assertThat(disk.allocatedBytes()).isEqualTo(3 * 512);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RW 8 SESPARSE \"a\"           | UNSUPPORTED | extents of type SESPARSE are not read",
        "RW 8 VMFSRDM \"a\"            | UNSUPPORTED | extents of type VMFSRDM are not read",
        "NOACCESS 8 FLAT \"a.bin\" 0   | UNSUPPORTED | an extent without access",
        "RW 8 FLAT \"/etc/hostname\" 0 | UNSUPPORTED | the data file file:/etc/hostname is outside",
        "RW 8 FLAT \"a.vmdk\" 0        | CORRUPT     | the data file",
        "RW 8 FLAT \"b.bin\" 0         | ABSENT      | the extent",
        "RW 8 FLAT                     | CORRUPT     | an extent whose file has no valid name",
        "RW 8 SPARSE \"a.bin\"         | CORRUPT     | backing file",
        "# nothing                     | CORRUPT     | a descriptor of 0 extents",
      })
  void whatIsNotReadIsNamed(String extent, RejectReason reason, String message) throws IOException {
    Files.write(folder.resolve("a.bin"), new byte[4096]);
    Path image = descriptor(extent);
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> Disks.open(image));
    assertThat(fault.reason()).as(fault.explanation()).isEqualTo(reason);
    if (reason != RejectReason.CORRUPT || !message.equals("backing file")) {
      assertThat(fault.explanation()).startsWith(message);
    }
  }

  /** What does not match must not be tried at each of its blanks: that took hours. */
  @Test
  void aLineOfBlanksIsReadOnce() throws IOException {
    String blanks = " ".repeat(300_000);
    Path image = descriptor("x=" + blanks + "\"y\"z", "a" + blanks + "b", "RW 8 ZERO");
    long bytes =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> {
              try (Disk disk = Disks.open(image)) {
                return disk.virtualBytes();
              }
            });
    assertThat(bytes).isEqualTo(4096);
  }

  /** Blanks around a value are not of it, but those between its quotes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~parentFileNameHint = \"a b \"  ~ | ~a b ~",
        "~parentFileNameHint=  a b  ~ | a b",
        "~ parentFileNameHint =\"a b~ | a b",
        "~parentFileNameHint=\"\"~ | ~~"
      })
  void valuesAreReadWithoutTheirQuotes(String line, String value) throws IOException {
    Path image = descriptor(line, "RW 8 ZERO");
    try (DiskFile file = new DiskFile(new FolderStore(), FolderStore.uri(image), 0)) {
      VmdkDescriptor text = VmdkDescriptor.read(file, 0, Files.size(image));
      assertThat(text.parentHint()).isEqualTo(value);
    }
  }

  @Test
  void aFlatFileThatIsTooShortIsCut() throws IOException {
    Files.write(folder.resolve("a.bin"), new byte[4095]);
    Path image = descriptor("RW 8 FLAT \"a.bin\" 0");
    try (Disk disk = Disks.open(image)) {
      assertThatThrownBy(() -> Disks.content(disk, 512))
          .hasMessageEndingWith("the extent has 4096 bytes at 0, and the file ends at 4095");
    }
  }

  /** A small file must not stand for many: each is counted once. */
  @Test
  void oneFileOfManyExtentsOverlaps() throws IOException {
    Files.write(folder.resolve("a-delta.vmdk"), esx(8, 8, 0));
    String[] extents = new String[400];
    Arrays.fill(extents, "RW 8 VMFSSPARSE \"a-delta.vmdk\"");
    try (Disk disk = Disks.open(descriptor(extents))) {
      assertThat(disk.overlaps()).isTrue();
      assertThatThrownBy(disk::allocatedBytes).hasMessageContaining("some overlap");
    }
  }

  @Test
  void aPartAloneIsNoDisk() throws IOException {
    Path image = Files.write(folder.resolve("a-delta.vmdk"), esx(8, 8, 0));
    assertThatThrownBy(() -> Disks.open(image)).hasMessageStartingWith("a part of a VMDK alone");
  }

  /** What stands before the version, as QEMU's vmdk_probe takes it; {@code ~} ends a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# Disk DescriptorFile~version=1~       | true",
        "# Disk Descriptor File~version=2~      | true",
        "#Disk DescriptorFile~version=3~        | true",
        "# disk descriptorfile~version=1~       | true",
        "# by a tool~# Disk DescriptorFile~version=1~ | true",
        "# by a tool~  ~version=1~              | true",
        "version=1~                             | true",
        "# Disk DescriptorFile\r~version=1\r~   | true",
        "~# by a tool~version=1~                | false",
        "# by a tool~~version=1~                | false",
        "\ufeff# by a tool~version=1~           | false",
        "# by a tool~Version=1~                 | false",
        "# by a tool~version = 1~               | false",
        "# by a tool~version=4~                 | false",
        "# by a tool~CID=12345678~version=1~    | false",
      })
  void descriptorsAreKnownAsQemuKnowsThem(String first, boolean isKnown) throws Exception {
    Files.write(folder.resolve("a.bin"), MIXED);
    String text =
        (first
                + "CID=12345678~parentCID=ffffffff~createType=\"monolithicFlat\"~RW 24 FLAT \"a.bin\" 8~")
            .replace('~', '\n');
    Path image = Files.writeString(folder.resolve("a.vmdk"), text);
    byte[] head = text.getBytes(StandardCharsets.UTF_8);
    assertThat(DiskFormat.of(head).isPresent()).isEqualTo(isKnown);
    if (isKnown) {
      try (Disk disk = Disks.open(image)) {
        assertThat(Disks.content(disk, 4096))
            .isEqualTo(Arrays.copyOfRange(MIXED, 8 * 512, 32 * 512));
      }
    } else {
      assertThatThrownBy(() -> Disks.open(image)).hasMessageStartingWith("not a vmdk image");
    }
    Qemu.assumeInstalled();
    assertThat(Qemu.img("info", image).contains("file format: vmdk")).isEqualTo(isKnown);
  }

  private Path descriptor(String... extents) throws IOException {
    String text =
        "# Disk DescriptorFile\nversion=1\nCID=12345678\nparentCID=ffffffff\ncreateType=\"vmfsSparse\"\n\n"
            + String.join("\n", extents)
            + "\n\nddb.geometry.heads = \"16\"\n";
    return Files.writeString(folder.resolve("a.vmdk"), text);
  }

  /**
   * A sparse file of ESX: grains of 4096 a table, each grain filled with the low byte of its
   * number.
   */
  private static byte[] esx(int sectors, int grainSectors, int... grains) {
    int tables = (sectors + 4096 * grainSectors - 1) / (4096 * grainSectors);
    int tablesAt = 4 + (tables * 4 + 511) / 512;
    ByteBuffer file =
        ByteBuffer.allocate((tablesAt + tables * 32 + grains.length * grainSectors) * 512)
            .order(ByteOrder.LITTLE_ENDIAN);
    file.put("COWD".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(3).putInt(sectors);
    file.putInt(grainSectors).putInt(4).putInt(tables).putInt(file.capacity() / 512);
    int next = tablesAt + tables * 32;
    for (int grain : grains) {
      int table = grain / 4096;
      if (grain >= sectors / grainSectors) {
        continue;
      }
      file.putInt(4 * 512 + 4 * table, tablesAt + table * 32);
      file.putInt((tablesAt + table * 32) * 512 + 4 * (grain % 4096), next);
      byte[] content = new byte[grainSectors * 512];
      Arrays.fill(content, (byte) grain);
      file.put(next * 512, content);
      next += grainSectors;
    }
    return file.array();
  }
}
