package dev.varve.content.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every chunker owes, whatever its rule. */
class ChunkerContractTest {
  private static final Seed SEED = new Seed(11);

  static Stream<String> names() {
    return Stream.concat(
        Stream.of("fixed-1k", "fixed-4k", "fixed-7k", "fixed-64k", "fixed-1m"), contentDefined());
  }

  static Stream<String> contentDefined() {
    return Chunkers.FORMS.stream()
        .filter(form -> !form.equals("fixed-N"))
        .flatMap(
            form -> Stream.of("1k", "4k", "16k", "64k", "1m").map(size -> form.replace("N", size)))
        .filter(name -> !name.matches("(seqcdc-v1-64k|(seqcdc|rollsum)-v1-1m)"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void chunksAreWithinTheirBoundsAndOnlyTheLastChunkIsShort(String name) {
    Chunker chunker = Chunkers.named(name);
    int bytes = 3 * chunker.maxBytes() + 13;
    Contents.kinds(bytes)
        .forEach(
            (kind, content) -> {
              int[] ends = Contents.ends(chunker, content);
              assertThat(ends[ends.length - 1]).as(kind).isEqualTo(bytes);
              int start = 0;
              for (int i = 0; i < ends.length; i++) {
                int least = i == ends.length - 1 ? 1 : chunker.minBytes();
                assertThat(ends[i] - start).as(kind).isBetween(least, chunker.maxBytes());
                start = ends[i];
              }
            });
  }

  /** Without the largest, which take seconds and show nothing new. */
  static Stream<String> streamed() {
    return names().filter(name -> !name.matches("(fastcdc|tttd)-v1-1m"));
  }

  @ParameterizedTest
  @MethodSource("streamed")
  void chunksRebuildTheInputAndAreTheSameHoweverTheBytesArrive(String name) throws IOException {
    Chunker chunker = Chunkers.named(name);
    int bytes = 5 * chunker.maxBytes() + 1;
    for (byte[] content : Contents.kinds(bytes).values()) {
      int[] ends = Contents.ends(chunker, content);
      for (int step : new int[] {1000, chunker.maxBytes() - 1, Integer.MAX_VALUE}) {
        ByteArrayOutputStream rebuilt = new ByteArrayOutputStream();
        InputStream in = new Dribble(content, step, SEED.at(step).random());
        try (ChunkStream chunks = new ChunkStream(in, chunker)) {
          for (int end : ends) {
            assertThat(chunks.next()).isTrue();
            assertThat(chunks.offset()).isEqualTo(rebuilt.size());
            rebuilt.write(chunks.buffer(), chunks.start(), chunks.bytes());
            assertThat(rebuilt.size()).isEqualTo(end);
          }
          assertThat(chunks.next()).isFalse();
          assertThat(chunks.next()).isFalse();
        }
        assertThat(rebuilt.toByteArray()).isEqualTo(content);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aCutDependsOnTheBytesOfItsRangeAlone(String name) {
    Chunker chunker = Chunkers.named(name);
    int max = chunker.maxBytes();
    for (byte[] content : Contents.kinds(max + 100).values()) {
      int end = chunker.cut(content, 0, content.length);
      assertThat(chunker.cut(content, 0, max)).isEqualTo(end);
      byte[] elsewhere = Contents.random(max + 300, SEED.at("elsewhere"));
      System.arraycopy(content, 0, elsewhere, 77, max);
      assertThat(chunker.cut(elsewhere, 77, 77 + max)).isEqualTo(77 + end);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void inputsOfEveryLengthAroundTheBoundsAreCutToTheirEnd(String name) {
    Chunker chunker = Chunkers.named(name);
    byte[] content = Contents.random(chunker.maxBytes() + 2, SEED.at("short"));
    int min = chunker.minBytes();
    for (int length : new int[] {1, 2, min - 1, min, min + 1, min + 2}) {
      byte[] input = Arrays.copyOf(content, length);
      assertThat(chunker.cut(input, 0, length)).isBetween(Math.min(min, length), length);
    }
    byte[] zeros = new byte[chunker.maxBytes() + 1];
    assertThat(chunker.cut(zeros, 0, chunker.maxBytes())).isEqualTo(chunker.maxBytes());
    assertThat(chunker.cut(zeros, 0, zeros.length)).isEqualTo(chunker.maxBytes());
  }

  @ParameterizedTest
  @MethodSource("names")
  void theMeanOfRandomContentIsNearTheAverage(String name) {
    Chunker chunker = Chunkers.named(name);
    byte[] content = Contents.random(64 * chunker.averageBytes(), SEED.at("mean"));
    double mean = (double) content.length / Contents.ends(chunker, content).length;
    assertThat(mean / chunker.averageBytes()).isBetween(0.65, 1.6);
  }

  @ParameterizedTest
  @MethodSource("contentDefined")
  void anInsertionOrADeletionMovesOnlyNearCuts(String name) {
    Chunker chunker = Chunkers.named(name);
    int edits = chunker.averageBytes() > 100_000 ? 4 : 60;
    int far = 0;
    for (int edit = 0; edit < edits; edit++) {
      Edit made = new Edit(chunker, SEED.at("edit").at(edit));
      assertThat(made.movedBefore()).isZero();
      far += made.movedFurtherThan(24 * chunker.averageBytes());
    }
    // The rules find back by chance, chunk by chunk; 24 averages are enough for nearly all.
    assertThat(far).isLessThanOrEqualTo(edits / 12);
  }

  @Test
  void anInsertionMovesEveryLaterCutOfFixedChunks() {
    Edit made = new Edit(new FixedSize(4096), SEED.at("fixed"));
    assertThat(made.movedBefore()).isZero();
    assertThat(made.movedFurtherThan(24 * 4096)).isOne();
  }

  /** Random content, and the same with some bytes put in or taken out a quarter of the way in. */
  private static final class Edit {
    private final Set<Integer> before = new HashSet<>();
    private final Set<Integer> after = new HashSet<>();
    private final int place;
    private final int change;

    Edit(Chunker chunker, Seed seed) {
      byte[] content = Contents.random(48 * chunker.averageBytes() + 13, seed);
      RandomGenerator random = seed.at("place").random();
      place = 8 * chunker.averageBytes() + random.nextInt(8 * chunker.averageBytes());
      change = (random.nextBoolean() ? 1 : -1) * (1 + random.nextInt(200));
      byte[] edited = new byte[content.length + change];
      System.arraycopy(Contents.random(edited.length, seed.at("new")), 0, edited, 0, edited.length);
      System.arraycopy(content, 0, edited, 0, place);
      int from = place + Math.max(0, -change);
      System.arraycopy(content, from, edited, from + change, content.length - from);
      for (int end : Contents.ends(chunker, content)) {
        before.add(end);
      }
      for (int end : Contents.ends(chunker, edited)) {
        after.add(end);
      }
    }

    /** Cuts of one and not the other that lie before the change. */
    long movedBefore() {
      return before.stream().filter(end -> end < place && !after.contains(end)).count()
          + after.stream().filter(end -> end < place && !before.contains(end)).count();
    }

    /** 1 if cuts that far after the change are not the old ones, else 0. */
    int movedFurtherThan(int bytes) {
      int from = place + Math.abs(change) + bytes;
      boolean same =
          before.stream().filter(end -> end > from).allMatch(end -> after.contains(end + change))
              && after.stream()
                  .filter(end -> end > from + change)
                  .allMatch(end -> before.contains(end - change));
      return same ? 0 : 1;
    }
  }

  /** Gives at most so many bytes a read, and never the same number twice in a row. */
  private static final class Dribble extends InputStream {
    private final ByteArrayInputStream in;
    private final int most;
    private final RandomGenerator random;

    Dribble(byte[] content, int most, RandomGenerator random) {
      in = new ByteArrayInputStream(content);
      this.most = most;
      this.random = random;
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int from, int length) {
      return in.read(buffer, from, length == 0 ? 0 : 1 + random.nextInt(Math.min(most, length)));
    }
  }
}
