package dev.varve.fuzz;

import dev.varve.input.disk.HandVhd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.DeflaterOutputStream;

/** Images of VHD, VDI and VMDK of a few kilobytes, by hand. */
public record SmallDisks(List<byte[]> seeds, Map<String, byte[]> others) implements DiskSeeds {
  private static final UUID BELOW = new UUID(5, 6);

  public static SmallDisks vhd() {
    byte[] base = new HandVhd(20_000, 4096, BELOW).block(1, all(), block(3)).bytes();
    BitSet some = new BitSet();
    some.set(2, 5);
    byte[] over =
        new HandVhd(20_000, 4096, new UUID(1, 2))
            .over(BELOW, "base")
            .block(1, some, block(4))
            .bytes();
    byte[] fixed = Arrays.copyOf(new byte[1024], 1536);
    System.arraycopy(base, base.length - 512, fixed, 1024, 512);
    ByteBuffer.wrap(fixed).putLong(1024 + 48, 1024).putInt(1024 + 60, 2);
    byte[] footer = Arrays.copyOfRange(fixed, 1024, 1536);
    HandVhd.sum(footer, 64);
    System.arraycopy(footer, 0, fixed, 1024, 512);
    return new SmallDisks(List.of(base, over, fixed), Map.of("base", base));
  }

  /** Sums of footers and header corrected, so that what is behind them is reached. */
  public static byte[] summed(byte[] data) {
    byte[] file = data.clone();
    for (int at : new int[] {0, file.length - 512}) {
      if (at >= 0 && at + 512 <= file.length) {
        sum(file, at, 512, 64);
      }
    }
    if (file.length >= 1536) {
      sum(file, 512, 1024, 36);
    }
    return file;
  }

  private static void sum(byte[] file, int at, int length, int sumAt) {
    byte[] part = Arrays.copyOfRange(file, at, at + length);
    HandVhd.sum(part, sumAt);
    System.arraycopy(part, 0, file, at, length);
  }

  public static SmallDisks vdi() {
    byte[] base = vdi(1, new int[] {0, -1, 1, -2}, 7);
    byte[] over = vdi(4, new int[] {-1, 0, -1, -2}, 8);
    ByteBuffer.wrap(over).put(424, Arrays.copyOfRange(base, 392, 408));
    return new SmallDisks(List.of(base, over, vdi(2, new int[] {1, 0}, 9)), Map.of("base", base));
  }

  private static byte[] vdi(int type, int[] map, int octet) {
    ByteBuffer file = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(64, 0xbeda107f).putInt(68, 0x10001).putInt(72, 400).putInt(76, type);
    file.putInt(340, 512).putInt(344, 1024).putLong(368, 512L * map.length - 100);
    file.putInt(376, 512).putInt(384, map.length).putInt(388, 2).putInt(392, octet);
    for (int block = 0; block < map.length; block++) {
      file.putInt(512 + 4 * block, map[block]);
    }
    Arrays.fill(file.array(), 1024, 2048, (byte) octet);
    return file.array();
  }

  public static SmallDisks vmdk() {
    byte[] base = sparse("CID=00000007\nparentCID=ffffffff\n", false);
    byte[] over = sparse("CID=00000008\nparentCID=00000007\nparentFileNameHint=\"base\"\n", false);
    byte[] packed = sparse("CID=00000009\nparentCID=ffffffff\n", true);
    byte[] part = sparse("", false);
    byte[] text =
        """
        # Disk DescriptorFile
        CID=0000000a
        parentCID=00000007
        parentFileNameHint="base"
        RW 3 FLAT "flat" 2
        RW 5 ZERO
        RW 40 SPARSE "part"
        RW 2 VMFS "flat"
        """
            .getBytes(StandardCharsets.US_ASCII);
    return new SmallDisks(
        List.of(base, over, packed, text),
        Map.of("base", base, "part", part, "flat", new byte[4096]));
  }

  /**
   * Grains of 1 KiB, tables of 8 of them, a disk of 20 KiB; the directory behind the descriptor.
   */
  private static byte[] sparse(String text, boolean isPacked) {
    ByteBuffer file = ByteBuffer.allocate(8 * 512).order(ByteOrder.LITTLE_ENDIAN);
    file.put("KDMV".getBytes(StandardCharsets.US_ASCII)).putInt(isPacked ? 3 : 1);
    file.putInt(isPacked ? 0x30005 : 5).putLong(40).putLong(2).putLong(text.isEmpty() ? 0 : 1);
    file.putLong(text.isEmpty() ? 0 : 1).putInt(8).putLong(0).putLong(2).putLong(3);
    file.put(73, new byte[] {10, 32, 13, 10, (byte) (isPacked ? 1 : 0)});
    file.put(512, text.getBytes(StandardCharsets.US_ASCII));
    file.putInt(1024, 3).putInt(1024 + 8, 3); // one table for two ranges
    file.putInt(1536, 4).putInt(1536 + 4, 1).putInt(1536 + 12, 6);
    for (int grain : new int[] {4, 6}) {
      byte[] content = new byte[1024];
      Arrays.fill(content, (byte) grain);
      if (isPacked) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(out)) {
          deflated.write(content);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        file.putInt(512 * grain + 8, out.size()).put(512 * grain + 12, out.toByteArray());
      } else {
        file.put(512 * grain, content);
      }
    }
    return file.array();
  }

  private static BitSet all() {
    BitSet all = new BitSet();
    all.set(0, 8);
    return all;
  }

  private static byte[] block(int octet) {
    byte[] block = new byte[4096];
    Arrays.fill(block, (byte) octet);
    return block;
  }
}
