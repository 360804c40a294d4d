package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.fuzz.SmallDisks;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sound images of which one field is changed: what is said of it, and where. */
class DiskEdgesTest {
  private static final String DISK = MemoryStore.ROOT + "/disk";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vdi  | 68   | 2          | UNSUPPORTED | 68   | VDI version 0.2 is not read",
        "vdi  | 76   | 3          | UNSUPPORTED | 76   | a VDI image of type 3 is not read",
        "vdi  | 376  | 511        | CORRUPT     | 376  | blocks of 511 bytes",
        "vdi  | 376  | -1         | CORRUPT     | 376  | blocks of 4294967295 bytes",
        "vdi  | 384  | 3          | CORRUPT     | 368  | a disk of 1948 bytes does not fit",
        "vdi  | 372  | 2147483647 | CORRUPT     | 368  | a disk of 92233720",
        "vdi  | 372  | -1         | CORRUPT     | 368  | a disk of 184467440",
        "vdi  | 340  | 513        | CORRUPT     | 340  | the offset of the map, 513",
        "vdi  | 340  | 2036       | TRUNCATED   | 2048 | the map of blocks at 2036",
        "vdi  | 512  | 2          | TRUNCATED   | 512  | the block at 2048 is beyond",
        "vmdk | 4    | 4          | UNSUPPORTED | 4    | VMDK version 4 is not read",
        "vmdk | 20   | 3          | CORRUPT     | 20   | grains of 3 sectors",
        "vmdk | 44   | 0          | CORRUPT     | 44   | grain tables of 0 entries",
        "vmdk | 16   | 1073741824 | CORRUPT     | 12   | 4611686018427387944 sectors",
        "vmdk | 56   | 8          | TRUNCATED   | 56   | the grain directory at 4096",
        "vmdk | 60   | -1         | CORRUPT     | 56   | 18446744069414584322 sectors",
        "vmdk | 73   | 0          | CORRUPT     | 73   | its line ends were changed",
        "vmdk | 28   | 9          | TRUNCATED   | 4096 | bytes 4608 to 5120 are beyond",
        "vmdk | 1024 | 8          | TRUNCATED   | 1024 | the grain table at 4096",
        "vmdk | 1536 | 8          | TRUNCATED   | 1536 | the grain at 4096 is beyond",
        "vhd  | 12   | 131072     | UNSUPPORTED | 12   | VHD version 2; 1 is read",
        "vhd  | 60   | 5          | UNSUPPORTED | 60   | a VHD of type 5 is not read",
        "vhd  | 48   | -1         | CORRUPT     | 48   | a VHD of type 3 with -",
        "vhd  | 16   | 127        | TRUNCATED   | 16   | the dynamic header at 545460847104",
        "vhd  | 512  | 0          | CORRUPT     | 512  | the dynamic header lacks its cookie",
        "vhd  | 544  | 1          | CORRUPT     | 544  | blocks of 1 bytes",
        "vhd  | 540  | 0          | CORRUPT     | 540  | a table of 0 blocks",
        "vhd  | 532  | 1          | CORRUPT     | 528  | the offset of the table, 1,",
        "vhd  | 1540 | 15         | TRUNCATED   | 1540 | the block at 7680 is beyond",
      })
  void aChangedFieldIsReportedAtItsPlace(
      String format, int at, int value, RejectReason reason, long offset, String message)
      throws IOException {
    byte[] image = disks(format).seeds().get(0).clone();
    boolean isVhd = format.equals("vhd");
    ByteOrder order = isVhd ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer.wrap(image).order(order).putInt(at, value);
    MalformedBlobException fault = fault(isVhd ? SmallDisks.summed(image) : image, Map.of());
    assertThat(fault.explanation()).startsWith(message);
    assertThat(fault.reason()).isEqualTo(reason);
    assertThat(fault.offset()).isEqualTo(offset);
  }

  @ParameterizedTest
  @CsvSource({"vdi", "vmdk", "vhd"})
  void everyCutIsReported(String format) throws IOException {
    byte[] image = disks(format).seeds().get(0);
    for (int length = 0; length < image.length; length += 37) {
      byte[] cut = Arrays.copyOf(image, length);
      if (format.equals("vhd") && length >= image.length - 512) {
        continue; // the copy of the footer is enough
      }
      MalformedBlobException fault = fault(cut, Map.of());
      assertThat(fault == null && format.equals("vmdk") && length > 3584).isFalse();
    }
  }

  @Test
  void aWrongSumOfAFooterLetsTheOtherOneCount() throws IOException {
    byte[] image = SmallDisks.vhd().seeds().get(0).clone();
    image[70] ^= 1;
    assertThat(content(image)).isEqualTo(content(SmallDisks.vhd().seeds().get(0)));
    image[image.length - 500] ^= 1;
    assertThat(fault(image, Map.of()).explanation()).startsWith("no VHD footer with its cookie");
  }

  @Test
  void aHeaderAndRegionsOfVhdxHaveACopy() throws IOException {
    byte[] sound = new HandVhdx(1 << 20, new UUID(1, 2)).block(0, noise()).bytes();
    for (int pair : new int[] {64 << 10, 192 << 10}) {
      byte[] image = sound.clone();
      image[pair + 20] ^= 1;
      assertThat(content(image)).isEqualTo(noise());
      image[pair + (64 << 10) + 20] ^= 1;
      assertThat(fault(image, Map.of()).explanation()).startsWith("neither ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3211264 | 0 | CORRUPT     | blocks of 0 bytes", // file parameters
        "3211268 | 2 | CORRUPT     | the item of metadata a8d35f2d-b30b-454d-abf7-d3d84834ab0c is missing",
        "3211296 | 7 | CORRUPT     | sectors of 7 bytes",
        "3145760 | 1 | UNSUPPORTED | the unknown item of metadata",
        "3145738 | 2 | CORRUPT     | the item of metadata",
        "2097152 | 4 | CORRUPT     | a block in an unknown state",
        "2097152 | 7 | CORRUPT     | a partially present block of a disk without parent",
        "2097152 | 6 | CORRUPT     | a block at 0",
        "2097156 | 9 | TRUNCATED   | the block at ",
      })
  void aChangedFieldOfVhdxIsNamed(int at, int value, RejectReason reason, String message)
      throws IOException {
    byte[] image = new HandVhdx(1 << 20, new UUID(1, 2)).block(0, noise()).bytes();
    ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    MalformedBlobException fault = fault(image, Map.of());
    assertThat(fault.explanation()).startsWith(message);
    assertThat(fault.reason()).isEqualTo(reason);
  }

  @Test
  void disksThatWouldLoopAreCorrupt() throws IOException {
    UUID own = new UUID(1, 2);
    byte[] image = new HandVhd(4096, 4096, own).over(own, "disk").bytes();
    assertThat(fault(image, Map.of()).explanation()).startsWith("the backing chain loops");
  }

  @Test
  void aPathOfAnotherMachineLeadsToTheFolder() throws IOException {
    UUID below = new UUID(3, 4);
    byte[] base = new HandVhd(4096, 4096, below).bytes();
    for (String path : List.of("C:\\VMs\\base", "\\\\server\\share\\base", "..\\gone\\base")) {
      byte[] image = new HandVhd(4096, 4096, new UUID(1, 2)).over(below, path).bytes();
      assertThat(fault(image, Map.of("base", base))).as(path).isNull();
    }
  }

  private static SmallDisks disks(String format) {
    return switch (format) {
      case "vdi" -> SmallDisks.vdi();
      case "vmdk" -> SmallDisks.vmdk();
      default -> SmallDisks.vhd();
    };
  }

  private static byte[] noise() {
    byte[] noise = new byte[1 << 20];
    Arrays.fill(noise, (byte) 7);
    return noise;
  }

  private static byte[] content(byte[] image) throws IOException {
    MemoryStore store = new MemoryStore().put("disk", image);
    try (Disk disk = new DiskOpener(store, List.of(MemoryStore.ROOT)).open(DISK, null, null)) {
      return Disks.content(disk, 999);
    }
  }

  /** Opens and reads an image whose format is known by its magic, or by its name. */
  private static MalformedBlobException fault(byte[] image, Map<String, byte[]> others) {
    MemoryStore store = new MemoryStore().put("disk", image);
    others.forEach(store::put);
    return catchThrowableOfType(
        MalformedBlobException.class,
        () -> {
          DiskOpener opener = new DiskOpener(store, List.of(MemoryStore.ROOT));
          try (Disk disk = opener.open(DISK, null, null)) {
            Disks.content(disk, 999);
          }
        });
  }
}
