package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "VHDX | vhdx | subformat=dynamic",
        "VHDX | vhdx | subformat=fixed",
        "VHDX | vhdx | subformat=dynamic,block_size=1M,log_size=2M",
        "VHDX | vhdx | subformat=dynamic,block_size=16M,block_state_zero=off",
        "VHDX | vhdx | subformat=dynamic,block_size=256M,block_state_zero=on",
        "VHDX | vhdx | subformat=fixed,block_size=1M,log_size=4M",
        "VMDK | vmdk | subformat=monolithicSparse",
        "VMDK | vmdk | subformat=monolithicSparse,zeroed_grain=on",
        "VMDK | vmdk | subformat=monolithicSparse,compat6=on",
        "VMDK | vmdk | subformat=monolithicSparse,hwversion=4,adapter_type=lsilogic",
        "VMDK | vmdk | subformat=monolithicFlat",
        "VMDK | vmdk | subformat=twoGbMaxExtentSparse",
        "VMDK | vmdk | subformat=twoGbMaxExtentFlat",
        "VMDK | vmdk | subformat=streamOptimized",
        "VHD  | vpc  | subformat=dynamic",
        "VHD  | vpc  | subformat=fixed",
        "VHD  | vpc  | subformat=dynamic,force_size=on",
        "VHD  | vpc  | subformat=fixed,force_size=on",
      })
  void convertedAndWrittenImagesAreReadAsByQemu(DiskFormat format, String driver, String options)
      throws Exception {
    Path home = Files.createTempDirectory(folder, "image");
    Path image = home.resolve("converted.img");
    Qemu.img("convert -f raw -O " + driver + " -o " + options, raw, image);
    check(format, driver, image);
    Path written = home.resolve("written.img");
    Qemu.img("create -q -f " + driver + " -o " + options, written, Path.of("" + BYTES));
    if (!options.contains("streamOptimized")) { // which QEMU writes only from its start to its end
      Qemu.io(driver, written, QemuDiskTest.writes(new Seed(8).at(options), BYTES, false));
    }
    check(format, driver, written);
  }

  /** VMDK is the only one of these formats in which QEMU makes disks over others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "subformat=monolithicSparse",
        "subformat=monolithicSparse,zeroed_grain=on",
        "subformat=twoGbMaxExtentSparse"
      })
  void chainsOfVmdkAreReadAndMappedAsByQemu(String options) throws Exception {
    Path home = Files.createTempDirectory(folder, "chain");
    List<Path> chain = List.of(home.resolve("0.vmdk"), home.resolve("1.vmdk"), home.resolve("2.x"));
    boolean zeroMarks = options.contains("zeroed");
    for (int file = 0; file < 3; file++) {
      String below = file == 0 ? "" : " -F vmdk -b " + chain.get(file - 1).getFileName();
      Qemu.img(
          "create -q -f vmdk -o " + options + below,
          chain.get(file),
          Path.of("" + BYTES / 512 * 512));
      Seed seed = new Seed(9).at(options).at(file);
      Qemu.io("vmdk", chain.get(file), QemuDiskTest.writes(seed, BYTES, zeroMarks));
    }
    for (Path image : chain) {
      check(DiskFormat.VMDK, "vmdk", image);
    }
    String below = FolderStore.uri(chain.get(1));
    assertThat(Disks.opener(chain.get(2)).head(FolderStore.uri(chain.get(2)), null).backing())
        .isEqualTo(below);
    Qemu.io("vmdk", chain.get(1), List.of("write -P 1 0 1k"));
    assertThatThrownBy(() -> Disks.open(chain.get(2)))
        .hasMessageStartingWith(
            "backing file " + below + ": the image over it belongs to a file of identity ")
        .hasMessageEndingWith("it was replaced, or changed since");
  }

  @ParameterizedTest
  @CsvSource({"qed, QED images", "parallels, Parallels images", "qcow, qcow version 1"})
  void formatsThatAreNotReadAreNamedByTheirMagic(String driver, String name) throws Exception {
    Path image = folder.resolve("of." + driver + ".raw");
    Qemu.img("convert -f raw -O " + driver, raw, image);
    assertThatThrownBy(() -> Disks.open(image)).hasMessageContaining(name);
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
