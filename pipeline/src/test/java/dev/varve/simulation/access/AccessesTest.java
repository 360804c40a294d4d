package dev.varve.simulation.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns against the shares that their laws give, traces against lines as their manuals have. */
class AccessesTest {
  private static final int BLOCK = 4096;

  @TempDir private Path folder;

  private static List<Long> blocks(String name, long requests, long blocks) throws IOException {
    Pattern pattern = new Pattern(name, BLOCK, requests, 1, 0.1, 8);
    return offsets(pattern.reads(blocks * BLOCK, new Seed(6))).stream()
        .map(offset -> offset / BLOCK)
        .toList();
  }

  private static List<Long> offsets(Accesses reads) throws IOException {
    List<Long> offsets = new ArrayList<>();
    try (reads) {
      while (reads.next()) {
        offsets.add(reads.offset());
      }
    }
    return offsets;
  }

  @Test
  void sequentialReadsStartAgain() throws IOException {
    assertThat(blocks("sequential", 7, 3)).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 0L);
  }

  /** Of 10 blocks each has a tenth; the sum of 1/i to 10 is 2.928968, so rank 1 has .341417. */
  @Test
  void sharesAreThoseOfTheLaws() throws IOException {
    List<Long> uniform = blocks("uniform", 100_000, 10);
    for (long block = 0; block < 10; block++) {
      assertThat(share(uniform, block)).isCloseTo(0.1, Offset.offset(0.005));
    }
    List<Long> zipf = blocks("zipf", 100_000, 10);
    List<Double> shares = new ArrayList<>();
    for (long block = 0; block < 10; block++) {
      shares.add(share(zipf, block));
    }
    shares.sort((a, b) -> Double.compare(b, a));
    for (int rank = 1; rank <= 10; rank++) {
      assertThat(shares.get(rank - 1)).isCloseTo(1 / (rank * 2.928968), Offset.offset(0.007));
    }
  }

  /** Ranks 1 to 5 by their powers: 1 + 2^-e + 3^-e + 4^-e + 5^-e is the sum that shares are of. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 3.231671",
    "0.999999999, 2.283333",
    "1.5, 1.753309",
    "2, 1.463611",
    "4, 1.082036"
  })
  void ranksAreDrawnByThePowersOfTheirNumbers(double exponent, double sum) {
    ZipfDraws ranks = new ZipfDraws(5, exponent);
    RandomGenerator random = new Seed(3).random();
    long[] drawn = new long[6];
    for (int draw = 0; draw < 400_000; draw++) {
      drawn[(int) ranks.draw(random)]++;
    }
    for (int rank = 1; rank <= 5; rank++) {
      assertThat(drawn[rank] / 400_000.0)
          .as("rank %d", rank)
          .isCloseTo(Math.pow(rank, -exponent) / sum, Offset.offset(0.003));
    }
  }

  @Test
  void noReadLeavesTheDiskAndNoneIsNone() throws IOException {
    for (String name : Pattern.NAMES) {
      Pattern pattern = new Pattern(name, BLOCK, 5000, 1, 1, 8); // a start reads all of the disk
      assertThat(offsets(pattern.reads(7 * BLOCK, new Seed(6))))
          .allMatch(offset -> offset >= 0 && offset < 7 * BLOCK && offset % BLOCK == 0);
    }
    try (Accesses one = new Pattern("boot", BLOCK, 1, 1, 0.1, 8).reads(BLOCK - 1, new Seed(6))) {
      assertThat(one.next()).isTrue();
      assertThat(one.offset()).isZero();
      assertThat(one.bytes()).isEqualTo(BLOCK);
      assertThat(one.next()).isFalse();
    }
    assertThat(offsets(Accesses.NONE)).isEmpty();
  }

  private static double share(List<Long> reads, long block) {
    return (double) reads.stream().filter(read -> read == block).count() / reads.size();
  }

  /** A tenth of 10,000 blocks a start: 1000 reads, and the same again. */
  @Test
  void aStartReadsTheSameAgain() throws IOException {
    List<Long> reads = blocks("boot", 2000, 10_000);
    assertThat(reads.subList(1000, 2000)).isEqualTo(reads.subList(0, 1000));
    long inRow = 0;
    for (int read = 1; read < 1000; read++) {
      inRow += reads.get(read) == reads.get(read - 1) + 1 ? 1 : 0;
    }
    // Runs of 1 and an exponential number with mean 8, rounded down: 8.5 or so.
    assertThat(inRow / 1000.0).isBetween(0.85, 0.92);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 1000, 1024, 12_345})
  void aScatterIsAPermutation(long numbers) {
    Scatter scatter = Scatter.of(numbers, new Seed(8));
    Set<Long> met = new HashSet<>();
    for (long number = 0; number < numbers; number++) {
      met.add(scatter.permuted(number));
    }
    assertThat(met).hasSize((int) numbers).allMatch(number -> number >= 0 && number < numbers);
  }

  /** Neighbours in a random permutation of 0 to n-1 are (n + 1) / 3 apart on average. */
  @Test
  void aScatterTakesNeighboursFarApart() {
    Scatter scatter = Scatter.of(1000, new Seed(8));
    double apart = 0;
    for (long number = 1; number < 1000; number++) {
      apart += Math.abs(scatter.permuted(number) - scatter.permuted(number - 1)) / 999.0;
    }
    assertThat(apart).isBetween(250.0, 420.0);
  }

  private Accesses trace(String name, String... lines) throws IOException {
    Path file = Files.write(folder.resolve(name), List.of(lines));
    return TraceText.open(new FolderStore(), FolderStore.uri(file));
  }

  @Test
  void logsOfFioAreRead() throws IOException {
    assertThat(
            offsets(
                trace(
                    "v2",
                    "fio version 2 iolog",
                    "/dev/sda add",
                    "/dev/sda open",
                    "/dev/sda read 4096 8192",
                    "/dev/sda write 0 4096",
                    "/dev/sda wait 1000 0",
                    "/dev/sda read 65536 512",
                    "/dev/sda close")))
        .containsExactly(4096L, 65536L);
    assertThat(
            offsets(
                trace(
                    "v3",
                    "fio version 3 iolog",
                    "1 /dev/sda add",
                    "2 /dev/sda open",
                    "105 /dev/sda read 12288 4096",
                    "106 /dev/sda trim 0 4096")))
        .containsExactly(12288L);
  }

  @Test
  void queuedReadsOfBlkparseAreRead() throws IOException {
    Accesses reads =
        trace(
            "blk",
            "  8,0    1        1     0.000000000   697  A   R 223490 + 8 <- (8,1) 223427",
            "  8,0    1        2     0.000000600   697  Q   R 223490 + 8 [cat]",
            "  8,0    1        3     0.000001900   697  Q  WS 223498 + 8 [kjournald]",
            "  8,0    0        0     0.000002000     0  m   N cfq697 insert_request",
            "  8,0    1        4     0.000003000   697  C   R 223490 + 8 [0]",
            "  8,0    1        5     0.000004000   697  Q  RA 16 + 256 [cat]",
            "CPU1 (8,0):",
            " Reads Queued:           2,        4KiB");
    assertThat(reads.next()).isTrue();
    assertThat(reads.offset()).isEqualTo(223_490 * 512);
    assertThat(reads.bytes()).isEqualTo(4096);
    assertThat(offsets(reads)).containsExactly(16L * 512);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fio version 2 iolog;/dev/sda reed 0 1;line 2: no line of a fio log",
        "fio version 2 iolog;/dev/sda add;/dev/sda read x 1;line 3: the offset is x",
        "fio version 3 iolog;-1 /dev/sda read 0 1;line 2: the time is -1",
        "fio version 4 iolog;line 1: fio version 4 iolog; versions 2 and 3 are read",
        "8,0 1 1 0.0 697 Q R 5;line 1: a read without sector",
        "8,0 1 1 0.0 697 Q R 18014398509481984 + 8;line 1: the sector is 18014398509481984",
        "hello;line 1: no line of a fio log or of blkparse: hello",
      })
  void aBadLineIsNamed(String text) throws IOException {
    int last = text.indexOf(";line") + 1;
    try (Accesses reads = trace("bad.log", text.substring(0, last - 1).split(";"))) {
      assertThatThrownBy(() -> offsets(reads))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("bad.log, " + text.substring(last));
    }
  }

  @Test
  void aLineThatNeverEndsIsNotRead() {
    MemoryStore endless =
        new MemoryStore() {
          @Override
          public InputStream open(String location, long offset, long bytes) {
            return new Endless();
          }
        };
    endless.put("log", "");
    assertThatThrownBy(
            () -> {
              try (Accesses reads = TraceText.open(endless, MemoryStore.ROOT + "/log")) {
                reads.next();
              }
            })
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("log, line 1: a line of more than 4096 letters");
  }

  /** Letters without an end, of which a megabyte may be read. */
  private static final class Endless extends InputStream {
    private int left = 1 << 20;

    @Override
    public int read() throws IOException {
      return read(new byte[1], 0, 1) == 1 ? 'x' : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      left -= length;
      if (left < 0) {
        throw new IOException("a megabyte was read");
      }
      Arrays.fill(into, from, from + length, (byte) 'x');
      return length;
    }
  }
}
