package dev.varve.fuzz;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.inventory.DiskSources;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An OVA: its members, and the disks among them. */
final class OvaTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store = new MemoryStore().put("box.ova", summed(data));
    String place = MemoryStore.ROOT + "/box.ova";
    SnapshotPlan plan = DiskSources.plan(store, List.of(place), (vm, snapshot) -> false);
    boolean accepted = false;
    for (SnapshotImage image : plan.images()) {
      if (!(image.format() instanceof DiskFormat)) {
        continue; // an index of a backup among the members: a trace, which has a target of its own
      }
      try (Disk disk = image.disk(new DiskOpener(store, plan.roots()))) {
        byte[] piece = new byte[(int) Math.min(4096, disk.virtualBytes())];
        disk.read(0, piece, 0, piece.length);
        accepted = true;
      } catch (MalformedBlobException e) {
        Checks.holds(!e.explanation().isBlank(), "a fault has words");
      }
    }
    return accepted;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    byte[] packed = SmallDisks.vmdk().seeds().get(2);
    byte[] text =
        "# Disk DescriptorFile\nCID=1\nRW 4 FLAT \"a.bin\" 0\n".getBytes(StandardCharsets.US_ASCII);
    byte[] ovf = "<Envelope/>".getBytes(StandardCharsets.US_ASCII);
    seeds.add(tar("box.ovf", ovf, "box-disk1.vmdk", packed));
    seeds.add(tar("box.ovf", ovf, "a.vmdk", text, "a.bin", new byte[2048]));
    seeds.add(
        tar("x", "24 path=box-disk1.vmdk\n".getBytes(StandardCharsets.US_ASCII), "y", packed));
    seeds.get(2)[156] = 'x';
    sum(seeds.get(2), 0);
    return seeds;
  }

  private static byte[] tar(Object... members) {
    byte[] file = {};
    for (int member = 0; member < members.length; member += 2) {
      byte[] content = (byte[]) members[member + 1];
      int at = file.length;
      file = Arrays.copyOf(file, at + 512 + (content.length + 511) / 512 * 512);
      byte[] name = ((String) members[member]).getBytes(StandardCharsets.US_ASCII);
      byte[] size = "%011o".formatted(content.length).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(name, 0, file, at, name.length);
      System.arraycopy(size, 0, file, at + 124, size.length);
      file[at + 156] = '0';
      System.arraycopy(content, 0, file, at + 512, content.length);
      sum(file, at);
    }
    return Arrays.copyOf(file, file.length + 1024);
  }

  private static void sum(byte[] file, int at) {
    Arrays.fill(file, at + 148, at + 156, (byte) ' ');
    int sum = 0;
    for (int index = at; index < at + 512; index++) {
      sum += file[index] & 0xff;
    }
    byte[] digits = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, file, at + 148, digits.length);
  }

  /** Sums of headers corrected, wherever there is one. */
  static byte[] summed(byte[] data) {
    byte[] file = data.clone();
    for (int at = 0; at + 512 <= file.length; at += 512) {
      if (file[at + 148] != 0 && file[at + 124] != 0) {
        sum(file, at);
      }
    }
    return file;
  }
}
