package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Disks;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.Qemu;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appliances that GNU tar laid together of QEMU's disks, read in place. */
class OvaTest {
  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();
  private byte[] first = {};
  private byte[] second = {};

  @BeforeEach
  void disksOfAnAppliance() throws Exception {
    Qemu.assumeInstalled();
    Path home = Files.createDirectory(folder.resolve("box"));
    for (int disk = 1; disk <= 2; disk++) {
      byte[] bytes = new byte[(3 << 20) + 512 * disk];
      Arrays.fill(bytes, 70_000, 2 << 20, (byte) disk);
      Path raw = Files.write(folder.resolve("raw"), bytes);
      Path image = home.resolve("box-disk00" + disk + ".vmdk");
      Qemu.img("convert -f raw -O vmdk -o subformat=streamOptimized", raw, image);
      first = disk == 1 ? bytes : first;
      second = bytes;
    }
    Files.delete(folder.resolve("raw"));
    Files.writeString(home.resolve("box.ovf"), "<Envelope/>");
    Files.writeString(home.resolve("box.mf"), "SHA256(box.ovf)= 00");
  }

  private Path pack(String name, String... options) throws Exception {
    Path ova = folder.resolve(name);
    String files = "cd box && tar " + String.join(" ", options) + " -cf ../" + name;
    Qemu.run(
        "sh", "-c", "cd " + folder + " && " + files + " box.ovf box.mf *.vmdk && rm -r ../box");
    return ova;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--format=ustar", "--format=gnu", "--format=pax", "--format=v7"})
  void eachDiskOfAnApplianceIsAVm(String format) throws Exception {
    Path ova = pack("box.OVA", format);
    for (Path input : List.of(ova, folder)) {
      SnapshotPlan plan =
          DiskSources.plan(store, List.of(FolderStore.uri(input)), (vm, snapshot) -> false);
      assertThat(plan.refused()).isEmpty();
      assertThat(plan.images())
          .extracting(SnapshotImage::vm)
          .containsExactly("box/box-disk001", "box/box-disk002");
      assertThat(plan.images()).extracting(SnapshotImage::format).containsOnly(DiskFormat.VMDK);
      byte[] expected = first;
      for (SnapshotImage image : plan.images()) {
        try (Disk disk = image.disk(new DiskOpener(store, plan.roots()))) {
          assertThat(Arrays.equals(Disks.content(disk, 300_007), expected)).isTrue();
          expected = second;
        }
      }
      assertThat(store.open()).isZero();
    }
  }

  @Test
  void anApplianceIsASnapshotOfAFolder() throws Exception {
    Files.delete(folder.resolve("box/box-disk002.vmdk"));
    pack("day-1.ova");
    Path vm = Files.createDirectories(folder.resolve("in/vm"));
    Files.copy(folder.resolve("day-1.ova"), vm.resolve("day-1.ova"));
    Files.copy(folder.resolve("day-1.ova"), vm.resolve("day-2.ova"));
    SnapshotPlan plan =
        DiskSources.plan(
            store, List.of(FolderStore.uri(folder.resolve("in"))), (name, snapshot) -> false);
    assertThat(plan.images()).extracting(SnapshotImage::vm).containsOnly("vm");
    assertThat(plan.images()).extracting(SnapshotImage::snapshot).containsExactly("day-1", "day-2");
  }

  /** Names of chunks as DMTF's DSP0243 has them, which GNU split writes. */
  @Test
  void chunksOfADiskAreOne() throws Exception {
    inBox("split -b 9000 -d -a 9 box-disk001.vmdk box-disk001.vmdk. && rm box-disk001.vmdk");
    assertThat(folder.resolve("box/box-disk001.vmdk.000000001")).exists();
    inBox("tar -cf ../box.ova box.ovf box-disk001.vmdk.*");
    SnapshotPlan plan = plan();
    assertThat(plan.refused()).isEmpty();
    assertThat(plan.images()).extracting(SnapshotImage::vm).containsExactly("box");
    try (Disk disk = plan.images().get(0).disk(new DiskOpener(store, plan.roots()))) {
      assertThat(Arrays.equals(Disks.content(disk, 300_007), first)).isTrue();
    }
    inBox("rm box-disk001.vmdk.000000001 && tar -cf ../box.ova box.ovf box-disk001.vmdk.*");
    assertThat(plan().refused())
        .extracting(RefusedInput::message)
        .containsExactly("chunk 1 of box-disk001.vmdk is missing or of another length");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip -n", "xz", "zstd -q --rm", "bzip2"})
  void aCompressedMemberIsNamedAsSuch(String compress) throws Exception {
    inBox(compress + " box-disk001.vmdk && " + compress + " box-disk002.vmdk");
    inBox("mv box-disk002.vmdk.* box-disk002.vmdk && tar -cf ../box.ova box.ovf box-*");
    assertThat(plan().images()).isEmpty();
    assertThat(plan().refused()).hasSize(2);
    assertThat(plan().refused())
        .allSatisfy(
            one -> {
              assertThat(one.reason()).isEqualTo(RejectReason.UNSUPPORTED);
              assertThat(one.message())
                  .startsWith("compressed as a whole by " + compress.split(" ")[0]);
            });
  }

  private void inBox(String command) throws Exception {
    Qemu.run("sh", "-c", "cd " + folder.resolve("box") + " && " + command);
  }

  private SnapshotPlan plan() throws IOException {
    return DiskSources.plan(
        store, List.of(FolderStore.uri(folder.resolve("box.ova"))), (vm, snapshot) -> false);
  }

  /** A header for the next member may be a run of digits; it took seconds for each. */
  @Test
  void extendedHeadersAreReadOnce() throws Exception {
    Path ova = pack("box.ova", "--format=ustar");
    byte[] bytes = Files.readAllBytes(ova);
    byte[] header = Arrays.copyOf(bytes, 512 + (64 << 10));
    byte[] octal = "00000200000\0".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(octal, 0, header, 124, octal.length);
    header[156] = 'x';
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = IntStream.range(0, 512).map(at -> header[at] & 0xff).sum();
    byte[] digits = "%06o\0".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, header, 148, digits.length);
    Arrays.fill(header, 512, header.length, (byte) '1');
    try (OutputStream out = Files.newOutputStream(ova)) {
      for (int copy = 0; copy < 100; copy++) {
        out.write(header);
      }
      out.write(bytes);
    }
    SnapshotPlan plan = assertTimeoutPreemptively(Duration.ofSeconds(20), this::plan);
    assertThat(plan.refused()).isEmpty();
    assertThat(plan.images()).hasSize(2);
  }

  /** GNU tar gives the members such names; ten thousand of them would fill the memory. */
  @Test
  void aMemberWithAnEndlessNameIsRefused() throws Exception {
    String name = "/" + "n".repeat(200);
    pack("box.ova", "--format=pax", "--transform=s,box.mf,x" + name.repeat(5) + ",");
    assertThat(plan().refused()).isEmpty();
    Files.createDirectories(folder.resolve("box"));
    Files.writeString(folder.resolve("box/box.mf"), "");
    inBox("tar --format=pax --transform=s,box.mf,x" + name.repeat(6) + ", -cf ../box.ova box.mf");
    assertThat(plan().refused())
        .extracting(RefusedInput::message)
        .containsExactly("the name of a member has 1207 letters, above the limit of 1024");
  }

  @Test
  void aDamagedArchiveIsRefusedAtItsFault() throws Exception {
    Path ova = pack("box.ova", "--format=ustar");
    byte[] bytes = Files.readAllBytes(ova);
    assertFault(Arrays.copyOf(bytes, 80_000), RejectReason.TRUNCATED, "a member of the archive");
    bytes[1024 + 3] ^= 1;
    assertFault(bytes, RejectReason.CORRUPT, "no header of a tar archive");
    assertFault(new byte[100], RejectReason.CORRUPT, "no file in the archive");
  }

  private void assertFault(byte[] bytes, RejectReason reason, String message) throws IOException {
    Path ova = Files.write(folder.resolve("box.ova"), bytes);
    SnapshotPlan plan =
        DiskSources.plan(store, List.of(FolderStore.uri(ova)), (vm, snapshot) -> false);
    assertThat(plan.images()).isEmpty();
    assertThat(plan.refused()).hasSize(1);
    assertThat(plan.refused().get(0).reason()).isEqualTo(reason);
    assertThat(plan.refused().get(0).message()).startsWith(message);
  }
}
