package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Differencing disks, which QEMU does not make: chains of three by hand, whose content is laid
 * together in the test, and which libvhdi reads where it is installed.
 */
class DifferencingDisksTest {
  private static final int BLOCK = 2 << 20;
  private static final int BYTES = 5 * BLOCK - 3 * 512;

  @TempDir private Path folder;
  private final RandomGenerator random = new Seed(61).random();
  private final byte[] expected = new byte[BYTES];
  private final List<Path> chain = new ArrayList<>();

  @BeforeEach
  void aFolderBelow() throws IOException {
    Files.createDirectory(folder.resolve("base"));
  }

  @Test
  void sectorsOfVhdAreOfTheirFile() throws Exception {
    UUID below = null;
    for (int file = 0; file < 4; file++) {
      UUID own = new UUID(random.nextLong(), random.nextLong());
      HandVhd disk = new HandVhd(BYTES, BLOCK, own);
      if (below != null) {
        disk.over(below, file == 1 ? ".\\base\\0.vhd" : ".\\" + (file - 1) + ".vhd");
      }
      for (int block : List.of(0, 2 + file % 2, 4)) {
        // libvhdi lets a run of sectors end only at a multiple of eight; the format does not.
        BitSet sectors = file == 0 ? all(BLOCK) : some(BLOCK, file == 3 ? 1 : 8);
        disk.block(block, sectors, written(block, BLOCK, sectors));
      }
      add(file, "vhd", disk.bytes());
      below = own;
      check();
      if (file == 2) {
        checkByLibvhdi();
      }
    }
    mismatch("vhd", new HandVhd(BYTES, BLOCK, new UUID(1, 2)).bytes());
  }

  @Test
  void sectorsOfVhdxAreOfTheirFile() throws Exception {
    UUID below = null;
    for (int file = 0; file < 4; file++) {
      UUID own = new UUID(random.nextLong(), random.nextLong());
      HandVhdx disk = new HandVhdx(BYTES, own);
      if (below != null) {
        disk.over(below, file == 1 ? ".\\base\\0.vhdx" : ".\\" + (file - 1) + ".vhdx");
      }
      for (int block : List.of(0, 3 + file, 9)) {
        BitSet sectors = file == 0 ? all(1 << 20) : some(1 << 20, 1);
        byte[] content = written(block, 1 << 20, sectors);
        if (file == 0) {
          disk.block(block, content);
        } else {
          disk.block(block, sectors, content);
        }
      }
      if (file == 2) {
        disk.block(1, written(1, 1 << 20, all(1 << 20)));
      } else if (file == 3) { // zeros, below which libvhdi looks although MS-VHDX forbids it
        disk.entry(3, 2);
        Arrays.fill(expected, 3 << 20, 4 << 20, (byte) 0);
      }
      add(file, "vhdx", disk.bytes());
      below = own;
      check();
      if (file == 2) {
        checkByLibvhdi();
      }
    }
    mismatch("vhdx", new HandVhdx(BYTES, new UUID(1, 2)).bytes());
  }

  /** Blocks of VDI are whole: QEMU writes a file each, which then get the identity of a parent. */
  @Test
  void blocksOfVdiAreOfTheirFile() throws Exception {
    Qemu.assumeInstalled();
    for (int file = 0; file < 3; file++) {
      Path image = folder.resolve(file == 0 ? "base/0.vdi" : file + ".vdi");
      Qemu.img("create -q -f vdi", image, Path.of("" + BYTES));
      for (int block : List.of(0, 3 + file, 7)) {
        byte value = (byte) (1 + random.nextInt(255));
        int end = Math.min(BYTES, (block + 1) << 20);
        Qemu.io(
            "vdi",
            image,
            List.of("write -P " + (value & 0xff) + " " + (block << 20) + " " + (1 << 20)));
        Arrays.fill(expected, block << 20, end, value);
      }
      byte[] bytes = Files.readAllBytes(image);
      if (file > 0) {
        bytes[vdi("u32Type")] = 4; // VDI_IMAGE_TYPE_DIFF
        byte[] below = Files.readAllBytes(chain.get(file - 1));
        System.arraycopy(below, vdi("uuidCreate"), bytes, vdi("uuidLinkage"), 16);
        ByteBuffer.wrap(bytes).putInt(512 + 4 * 8, 0xfeff_ffff); // zeros, little-endian
        Arrays.fill(expected, 8 << 20, 9 << 20, (byte) 0);
      }
      if (file == 1) { // as VirtualBox has it: changes in a folder of their own
        Files.createDirectory(folder.resolve("base/Snapshots"));
        image = folder.resolve("base/Snapshots/1.vdi");
      } else if (file == 2) {
        image = folder.resolve("base/Snapshots/2.vdi");
      }
      chain.add(Files.write(image, bytes));
      check();
    }
    Files.delete(chain.get(1));
    assertThatThrownBy(() -> open(chain.get(2)))
        .hasMessageMatching("the backing file [0-9a-f-]{36} is missing: no file in its folder.*");
  }

  /** The offset of a field: fields and their lengths in VirtualBox's VDICore.h, VDIHEADER1PLUS. */
  private static int vdi(String field) {
    int at = 0;
    for (String one :
        ("szFileInfo 64 u32Signature 4 u32Version 4 cbHeader 4 u32Type 4 fFlags 4 szComment 256"
                + " offBlocks 4 offData 4 LegacyGeometry 16 u32Dummy 4 cbDisk 8 cbBlock 4"
                + " cbBlockExtra 4 cBlocks 4 cBlocksAllocated 4 uuidCreate 16 uuidModify 16"
                + " uuidLinkage 16 uuidParentModify 16 end 0")
            .split("(?<=\\d) ")) {
      if (one.startsWith(field + " ")) {
        return at;
      }
      at += Integer.parseInt(one.substring(one.indexOf(' ') + 1));
    }
    throw new IllegalArgumentException(field);
  }

  /** QEMU writes the length of the header from its own field to the last identity. */
  @Test
  void theHeaderOfVdiHasTheFieldsOfVirtualBox() throws Exception {
    Qemu.assumeInstalled();
    Path image = folder.resolve("a.vdi");
    Qemu.img("create -q -f vdi", image, Path.of("3M"));
    ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(image)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(header.getInt(vdi("cbHeader"))).isEqualTo(vdi("end") - vdi("cbHeader"));
    assertThat(header.getLong(vdi("cbDisk"))).isEqualTo(3 << 20);
    assertThat(header.getInt(vdi("cBlocks"))).isEqualTo(3);
  }

  private void add(int file, String suffix, byte[] bytes) throws IOException {
    chain.add(Files.write(folder.resolve((file == 0 ? "base/" : "") + file + "." + suffix), bytes));
  }

  /** A block with noise at these sectors, which the disk then has. */
  private byte[] written(int block, int blockBytes, BitSet sectors) {
    byte[] content = new byte[blockBytes];
    random.nextBytes(content);
    for (int sector = sectors.nextSetBit(0); sector >= 0; sector = sectors.nextSetBit(sector + 1)) {
      int at = block * blockBytes + sector * 512;
      if (at < BYTES) {
        System.arraycopy(content, sector * 512, expected, at, 512);
      }
    }
    return content;
  }

  private static BitSet all(int blockBytes) {
    BitSet sectors = new BitSet();
    sectors.set(0, blockBytes / 512);
    return sectors;
  }

  private BitSet some(int blockBytes, int step) {
    BitSet sectors = new BitSet();
    for (int at = random.nextInt(20); at < blockBytes / 512; at += 1 + random.nextInt(900)) {
      int end = (at + step + random.nextInt(500)) / step * step;
      sectors.set(at, Math.min(blockBytes / 512, end));
    }
    return sectors;
  }

  private Disk open(Path image) throws IOException {
    return new DiskOpener(new FolderStore(), List.of(FolderStore.uri(folder)))
        .open(FolderStore.uri(image), null, null);
  }

  private void check() throws IOException {
    try (Disk disk = open(chain.get(chain.size() - 1))) {
      assertThat(Arrays.equals(Disks.content(disk, 300_007), expected)).isTrue();
      int depth = 0;
      for (Disk below = disk.backing(); below != null; below = below.backing()) {
        depth++;
      }
      assertThat(depth).isEqualTo(chain.size() - 1);
      assertThat(disk.overlaps()).isFalse();
      for (Extent extent : Disks.map(disk)) {
        byte[] part = Arrays.copyOfRange(expected, (int) extent.offset(), (int) extent.end());
        boolean isZero = Arrays.equals(part, new byte[part.length]);
        assertThat(extent.kind() == Extent.Kind.DATA || isZero).isTrue();
      }
    }
  }

  private void mismatch(String suffix, byte[] other) throws IOException {
    Files.write(folder.resolve("1." + suffix), other);
    assertThatThrownBy(() -> open(chain.get(3)))
        .hasMessageContaining("1." + suffix + ": the image over it belongs to a file of identity ");
    Files.delete(folder.resolve("1." + suffix));
    assertThatThrownBy(() -> open(chain.get(2)))
        .hasMessageEndingWith("1." + suffix + " is missing");
  }

  private void checkByLibvhdi() throws Exception {
    Path out = folder.resolve("libvhdi.raw");
    String script =
        """
        import sys
        try:
            import pyvhdi
        except ImportError:
            sys.exit(77)
        files = []
        for path in sys.argv[2:]:
            file = pyvhdi.file()
            file.open(path)
            if files:
                file.set_parent(files[-1])
            files.append(file)
        with open(sys.argv[1], 'wb') as out:
            out.write(files[-1].read(files[-1].get_media_size()))
        """;
    List<String> command = new ArrayList<>(List.of("python3", "-c", script, out.toString()));
    chain.forEach(file -> command.add(file.toString()));
    Process process;
    try {
      process = new ProcessBuilder(command).inheritIO().start();
    } catch (IOException e) {
      assumeTrue(false, "python3 is not installed");
      throw e;
    }
    int code = process.waitFor();
    assumeTrue(code != 77, "libvhdi for Python is not installed");
    assertThat(code).isZero();
    assertThat(Arrays.equals(Files.readAllBytes(out), expected)).isTrue();
  }
}
