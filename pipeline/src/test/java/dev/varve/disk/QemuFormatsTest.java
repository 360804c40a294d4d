package dev.varve.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of other hypervisors that QEMU wrote, read as QEMU reads them. */
class QemuFormatsTest {
  private static final int BYTES = 11_500_544;

  @TempDir private static Path folder;
  private static Path raw;

  @BeforeAll
  static void qemuIsInstalled() throws Exception {
    Qemu.assumeInstalled();
    raw = Files.write(folder.resolve("mixed.raw"), QemuDiskTest.mixed(BYTES));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VDI  | vdi  | static=off",
        "VDI  | vdi  | static=on",
        "VHD  | vpc  | subformat=dynamic",
        "VHD  | vpc  | subformat=fixed",
        "VHD  | vpc  | subformat=dynamic,force_size=on",
        "VHD  | vpc  | subformat=fixed,force_size=on",
      })
  void convertedAndWrittenImagesAreReadAsByQemu(DiskFormat format, String driver, String options)
      throws Exception {
    Path home = Files.createTempDirectory(folder, "image");
    Path image = home.resolve("no-name");
    Qemu.img("convert -f raw -O " + driver + " -o " + options, raw, image);
    check(format, driver, image);
    Path written = home.resolve("written");
    Qemu.img("create -q -f " + driver + " -o " + options, written, Path.of("" + BYTES));
    Qemu.io(driver, written, QemuDiskTest.writes(new Seed(8).at(options), BYTES, false));
    check(format, driver, written);
  }

  private static void check(DiskFormat format, String driver, Path image) throws Exception {
    DiskOpener opener = Disks.opener(image);
    byte[] content = Qemu.convert(image, "-f", driver);
    try (DiskFile file = new DiskFile(new FolderStore(), FolderStore.uri(image), 0)) {
      assertThat(BackingChain.sniff(file)).isEqualTo(format);
    }
    assertThat(opener.head(FolderStore.uri(image), null).virtualBytes()).isEqualTo(content.length);
    List<Extent> map = Qemu.map(image, " -f ", driver);
    try (Disk disk = Disks.open(image)) {
      assertThat(Arrays.equals(Disks.content(disk, 300_007), content)).isTrue();
      assertThat(data(Disks.map(disk))).isEqualTo(data(map));
      assertThat(disk.allocatedBytes()).isEqualTo(Disks.allocated(Disks.map(disk)));
      assertThat(disk.overlaps()).isFalse();
    }
  }

  /** The data; QEMU does not tell zeros from nothing alike in all formats. */
  private static List<Extent> data(List<Extent> map) {
    return map.stream().filter(extent -> extent.kind() == Extent.Kind.DATA).toList();
  }
}
