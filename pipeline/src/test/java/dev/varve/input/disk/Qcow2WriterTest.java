package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.varve.model.Seed;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of our writer: what is read is what was written, by us and by QEMU. */
class Qcow2WriterTest {
  @TempDir private static Path folder;

  @ParameterizedTest
  @CsvSource({"2,9", "2,12", "2,16", "2,21", "3,9", "3,10", "3,12", "3,14", "3,16", "3,18", "3,21"})
  void whatIsReadIsWhatWasWritten(int version, int clusterBits) throws IOException {
    Drawn drawn = draw(version, clusterBits);
    try (Disk disk = Disks.open(drawn.overlay())) {
      assertThat(Disks.content(disk, 300_007)).isEqualTo(drawn.content());
      assertThat(disk.allocatedBytes()).isEqualTo(drawn.allocatedBytes());
      assertThat(Disks.allocated(Disks.map(disk))).isEqualTo(drawn.allocatedBytes());
    }
  }

  @ParameterizedTest
  @CsvSource({"2,9", "2,12", "2,16", "2,21", "3,9", "3,10", "3,12", "3,14", "3,16", "3,18", "3,21"})
  void qemuFindsNoFaultAndTheSameBytes(int version, int clusterBits) throws Exception {
    Qemu.assumeInstalled();
    Drawn drawn = draw(version, clusterBits);
    for (Path image : new Path[] {drawn.base(), drawn.overlay()}) {
      assertThat(Qemu.img("check", image)).contains("No errors were found");
    }
    assertThat(Qemu.convert(drawn.overlay())).isEqualTo(drawn.content());
    try (Disk disk = Disks.open(drawn.overlay())) {
      assertThat(Disks.map(disk)).isEqualTo(Qemu.map(drawn.overlay()));
    }
  }

  @Test
  void aClusterWrittenTwiceStaysWhereItIs() throws IOException {
    Path image = folder.resolve("twice.qcow2");
    try (Qcow2Writer writer = new Qcow2Writer(image, Qcow2Form.alone(3, 16, 1 << 20))) {
      writer.write(3, new byte[] {1});
      writer.write(3, new byte[] {2});
      writer.writeZeros(5);
      writer.write(5, new byte[] {3});
    }
    // header, two clusters, L2, L1, table and block of counts
    assertThat(image.toFile().length()).isEqualTo(7 << 16);
    try (Disk disk = Disks.open(image)) {
      byte[] content = Disks.content(disk, 1 << 20);
      assertThat(content[3 << 16]).isEqualTo((byte) 2);
      assertThat(content[5 << 16]).isEqualTo((byte) 3);
    }
  }

  @Test
  void whatTheFormatHasNoFormForIsRefused() throws IOException {
    assertThatIllegalArgumentException().isThrownBy(() -> Qcow2Form.alone(4, 16, 512));
    assertThatIllegalArgumentException().isThrownBy(() -> Qcow2Form.alone(3, 22, 512));
    assertThatIllegalArgumentException().isThrownBy(() -> Qcow2Form.alone(3, 16, 513));
    Qcow2Form old = Qcow2Form.alone(2, 16, 1 << 20);
    try (Qcow2Writer writer = new Qcow2Writer(folder.resolve("refused.qcow2"), old)) {
      assertThatIllegalStateException().isThrownBy(() -> writer.writeZeros(0));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.write(16, new byte[1]));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.write(0, new byte[65_537]));
    }
  }

  private record Drawn(Path base, Path overlay, byte[] content, long allocatedBytes) {}

  /** A base and a longer overlay over it, with data, packed clusters, zeros and holes in both. */
  private static Drawn draw(int version, int clusterBits) throws IOException {
    RandomGenerator random = new Seed(version).at(clusterBits).random();
    String name = version + "-" + clusterBits;
    Path base = folder.resolve("base-" + name + ".qcow2");
    Path overlay = folder.resolve("overlay-" + name + ".qcow2");
    int bytes = Math.max(1 << 20, 20 << clusterBits);
    Qcow2Form form = Qcow2Form.alone(version, clusterBits, bytes);
    byte[] content = new byte[bytes + 3 * 512 + (4 << clusterBits)];
    write(base, form, random, content);
    Qcow2Form longer =
        Qcow2Form.alone(version, clusterBits, content.length)
            .over(base.getFileName().toString(), "qcow2");
    return new Drawn(base, overlay, content, write(overlay, longer, random, content));
  }

  private static long write(Path path, Qcow2Form form, RandomGenerator random, byte[] content)
      throws IOException {
    long allocated = 0;
    int step = form.clusterBytes();
    try (Qcow2Writer writer = new Qcow2Writer(path, form)) {
      for (int from = 0; from < form.virtualBytes(); from += step) {
        int length = (int) Math.min(step, form.virtualBytes() - from);
        int kind = random.nextInt(5);
        byte[] data = new byte[length];
        if (kind == 0 || kind == 1) {
          Arrays.fill(data, 0, length / 2, (byte) random.nextInt());
          data[random.nextInt(length)] = 7;
          data[length - 1] = (byte) from;
        } else if (kind == 2) {
          random.nextBytes(data);
        }
        boolean packed = random.nextBoolean();
        if (kind < 3) {
          if (packed) {
            writer.writeCompressed(from / step, data);
          } else {
            writer.write(from / step, data);
          }
          allocated += length;
        } else if (kind == 3 && form.version() == 3) {
          writer.writeZeros(from / step);
        } else {
          continue;
        }
        System.arraycopy(data, 0, content, from, length);
      }
    }
    return allocated;
  }
}
