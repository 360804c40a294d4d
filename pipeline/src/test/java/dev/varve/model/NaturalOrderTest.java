package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
  /** Sorted by hand, as `sort -V` of GNU sorts those without a letter before a digit. */
  private static final List<String> SORTED =
      List.of(
          "1",
          "1-alpine",
          "1.0",
          "1.8",
          "1.9",
          "1.10",
          "1.10.1",
          "1.11",
          "2",
          "10",
          "99",
          "100",
          "123456789",
          "1234567890",
          "12345678901234567890",
          "a1",
          "a2-x",
          "a10",
          "b",
          "v1.9",
          "v1.10");

  @Test
  void numbersInTagsAreNumbers() {
    List<String> tags = new ArrayList<>(SORTED);
    Collections.shuffle(tags, new Random(1));
    tags.sort(NaturalOrder.NAMES);
    assertThat(tags).isEqualTo(SORTED);
    Collections.shuffle(tags, new Random(2));
    tags.sort(Comparator.comparing(NaturalOrder::key));
    assertThat(tags).isEqualTo(SORTED);
  }

  @Test
  void aKeySortsAnyTagsLikeTheirNames() {
    Random random = new Random(3);
    String letters = "0019.-_aZ";
    for (int round = 0; round < 20_000; round++) {
      String left = word(random, letters);
      String right = word(random, letters);
      assertThat(Integer.signum(NaturalOrder.key(left).compareTo(NaturalOrder.key(right))))
          .as(left + " and " + right)
          .isEqualTo(Integer.signum(NaturalOrder.NAMES.compare(left, right)));
    }
  }

  /**
   * Sorted by hand: item 11 of Semantic Versioning has alpha, beta, rc before the version; so have
   * PEP 440 (1.0rc1, 1.0.preview1) and Maven (milestone, SNAPSHOT). Variants follow, as alpine
   * does.
   */
  @Test
  void whatIsEarlierThanAVersionIsBeforeIt() {
    List<String> sorted =
        List.of(
            "1.0.0-SNAPSHOT",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-milestone-1",
            "1.0.0-rc.1",
            "1.0.0-rc.1-alpine",
            "1.0.0.preview1",
            "1.0.0rc9",
            "1.0.0rc10",
            "1.0.0",
            "1.0.0-alpine",
            "1.0.0-dev",
            "1.0.0-prefork",
            "1.0.1",
            "rc",
            "rc1",
            "v1.3.0-rc1",
            "v1.3.0-rc2",
            "v1.3.0",
            "v1.3.1");
    List<String> tags = new ArrayList<>(sorted);
    Collections.shuffle(tags, new Random(4));
    tags.sort(NaturalOrder.TAGS);
    assertThat(tags).isEqualTo(sorted);
    // Disks are no versions: a snapshot of web1 is after it.
    assertThat(NaturalOrder.NAMES.compare("web1", "web1.snapshot1")).isNegative();
  }

  private static String word(Random random, String letters) {
    StringBuilder word = new StringBuilder();
    int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 40 : 6);
    for (int at = 0; at < length; at++) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }
}
