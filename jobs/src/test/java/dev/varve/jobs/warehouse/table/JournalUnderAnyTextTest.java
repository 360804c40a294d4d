package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.table.Journal.Move;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Journals changed at random, always in the same ways: no path of those that are followed leads
 * out.
 */
class JournalUnderAnyTextTest {
  private static final int ROUNDS = 50_000;
  private static final String FILE = "/w/.varve/commits/7/a.moves";
  private static final String SOUND =
      new Journal(
              "a",
              List.of(
                  new Move(
                      ".varve/staging/12/a-last/layer/p.parquet", "layer/a-00000.parquet", 9, 2, 7),
                  Move.removal("image/b-none.parquet", "repair")))
          .text("own");
  private static final List<String> PIECES =
      List.of(
          "/",
          "..",
          "../",
          "./",
          "\t",
          "\n",
          "-1",
          ":",
          "layer/",
          ".parquet",
          "\0",
          "\u00e4",
          "%2e");

  @Test
  void whatIsFollowedStaysInside() {
    int followed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = changed(new Seed(5).at(round).random());
      try {
        for (Move move : Journal.read(FILE, text, "own").moves()) {
          assertInside(move.from(), text);
          assertInside(move.to(), text);
          assertThat(move.bytes()).as(text).isNotNegative();
          assertThat(move.rows()).as(text).isNotNegative();
          followed++;
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("is not followed");
      }
    }
    assertThat(followed).as("moves of sound journals").isGreaterThan(ROUNDS / 100);
  }

  /** As the file system takes it, and as POSIX does. */
  private static void assertInside(String path, String text) {
    String taken = Locations.local(Locations.in("file:/w", path)).normalize().toString();
    String plain = java.nio.file.Path.of("/w", path).normalize().toString();
    assertThat(List.of(taken, plain)).as(text).allMatch(one -> one.startsWith("/w/"));
    assertThat(path).as(text).matches("(?s)(\\.varve/(staging|damaged)/.+|\\w+/.+\\.parquet)");
  }

  private static String changed(RandomGenerator random) {
    StringBuilder text = new StringBuilder(SOUND);
    for (int change = random.nextInt(4); change > 0; change--) {
      int at = random.nextInt(text.length());
      String piece = PIECES.get(random.nextInt(PIECES.size()));
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, piece);
        case 1 -> text.replace(at, Math.min(text.length(), at + piece.length()), piece);
        case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(12)));
        default -> text.setCharAt(at, (char) (' ' + random.nextInt(95)));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-9\t2", "9\t-2"})
  void aFileHasNoFewerBytesOrRowsThanNone(String numbers) {
    assertThatThrownBy(() -> Journal.read(FILE, SOUND.replace("9\t2", numbers), "own"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2 has no bytes and rows");
  }

  /** Characters that Hadoop's globs, DuckDB's globs and URIs take for something else. */
  @ParameterizedTest
  @ValueSource(strings = {"*", "?", "[a]", "]", "{a,b}", "}", "%2e", "\u0001", "\u0085"})
  void aPublishedNameStandsForItselfAlone(String part) {
    for (String name : List.of("layer/" + part + ".parquet", "layer/a" + part + "b.parquet")) {
      assertThat(new Move(name, name, 1, 1, 1).isConfined()).as(name).isFalse();
      Move staged = new Move(".varve/staging/1/a/" + name, "layer/a.parquet", 1, 1, 1);
      assertThat(staged.isConfined()).as(name).isFalse();
    }
    assertThat(Move.removal("layer/[a]*?{}%.parquet", "repair").isConfined()).isTrue();
  }
}
