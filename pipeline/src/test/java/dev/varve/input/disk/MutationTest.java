package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.Seed;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Valid images with bytes changed at random: each read gives bytes, or says what is wrong. */
class MutationTest {
  private static final int ROUNDS = Boolean.getBoolean("thorough") ? 1500 : 400;

  @TempDir private Path folder;

  @Test
  void changedBytesOfOurImagesNeverHangOrBreakTheReader() throws IOException {
    Path base = folder.resolve("base.qcow2");
    Path packed = folder.resolve("packed.qcow2");
    write(base, Qcow2Form.alone(3, 12, 1 << 19), false);
    write(packed, Qcow2Form.alone(2, 9, 1 << 18).over("base.qcow2", "qcow2"), true);
    mutate(List.of(base, packed));
  }

  @Test
  void changedBytesOfQemusImagesNeverHangOrBreakTheReader() throws Exception {
    Qemu.assumeInstalled();
    Path raw =
        Files.write(
            folder.resolve("words.raw"),
            "varve ".repeat(50_000).getBytes(StandardCharsets.US_ASCII));
    Path zstd = folder.resolve("zstd.qcow2");
    String options = "compression_type=zstd,cluster_size=4k";
    Qemu.img("convert -c -f raw -O qcow2 -o " + options, raw, zstd);
    Path parts = folder.resolve("parts.qcow2");
    Qemu.img("create -q -f qcow2 -o extended_l2=on,cluster_size=16k", parts, Path.of("300k"));
    Qemu.io(parts, List.of("write -P 1 10k 20k", "write -z 50k 33k", "write -P 2 200k 4k"));
    Qemu.img("snapshot -c one", parts);
    Qemu.io(parts, List.of("write -P 3 12k 80k"));
    mutate(List.of(zstd, parts));
  }

  private void mutate(List<Path> images) throws IOException {
    int refused = 0;
    int read = 0;
    for (Path image : images) {
      byte[] good = Files.readAllBytes(image);
      DiskOpener opener = Disks.opener(image);
      for (int round = 0; round < ROUNDS; round++) {
        RandomGenerator random = new Seed(good.length).at(round).random();
        Path changed = folder.resolve("changed.qcow2");
        Files.write(changed, changed(good, random));
        boolean fine =
            Assertions.assertTimeout(
                Duration.ofSeconds(5), () -> isReadable(opener, FolderStore.uri(changed)));
        read += fine ? 1 : 0;
        refused += fine ? 0 : 1;
      }
    }
    assertThat(refused).isGreaterThan(ROUNDS / 10);
    assertThat(read).isGreaterThan(ROUNDS / 10);
  }

  private static boolean isReadable(DiskOpener opener, String location) throws IOException {
    try {
      List<String> states = new ArrayList<>();
      states.add(null);
      opener.head(location, DiskFormat.QCOW2).snapshots().forEach(state -> states.add(state.id()));
      for (String state : states.subList(0, Math.min(3, states.size()))) {
        try (Disk disk = opener.open(location, DiskFormat.QCOW2, state)) {
          read(disk);
        }
      }
      return true;
    } catch (MalformedBlobException e) {
      assertThat(e.explanation()).isNotBlank();
      return false;
    } catch (RuntimeException e) {
      return fail("a reader must not break", e);
    }
  }

  private static void read(Disk disk) throws IOException {
    byte[] piece = new byte[40_000];
    long at = 0;
    for (int step = 0; step < 200 && at < disk.virtualBytes(); step++) {
      Extent extent = disk.extentAt(at);
      assertThat(extent.bytes()).isPositive();
      int length = (int) Math.min(piece.length, extent.bytes());
      disk.read(at, piece, 0, length);
      at = step % 2 == 0 ? at + length : extent.end();
    }
    disk.allocatedBytes();
  }

  /** Mostly a few bits or numbers near the start and in the tables; now and then a cut. */
  private static byte[] changed(byte[] good, RandomGenerator random) {
    byte[] bytes = good.clone();
    for (int change = 1 + random.nextInt(4); change > 0; change--) {
      int at = random.nextBoolean() ? random.nextInt(128) : random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> {
          long number = random.nextLong() >>> random.nextInt(64);
          ByteBuffer.wrap(bytes).putLong(Math.min(at / 8 * 8, bytes.length - 8), number);
        }
        default -> {
          int from = random.nextInt(bytes.length - 8) / 8 * 8;
          System.arraycopy(good, from, bytes, Math.min(at / 8 * 8, bytes.length - 8), 8);
        }
      }
    }
    return random.nextInt(20) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private static void write(Path path, Qcow2Form form, boolean packed) throws IOException {
    RandomGenerator random = new Seed(form.clusterBits()).random();
    try (Qcow2Writer writer = new Qcow2Writer(path, form)) {
      for (int cluster = 0; cluster << form.clusterBits() < form.virtualBytes(); cluster++) {
        byte[] data = new byte[form.clusterBytes()];
        data[random.nextInt(data.length)] = 1;
        int kind = random.nextInt(3);
        if (kind == 0 && packed) {
          writer.writeCompressed(cluster, data);
        } else if (kind == 1) {
          writer.write(cluster, data);
        }
      }
    }
  }
}
