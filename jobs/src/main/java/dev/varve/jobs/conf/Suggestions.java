package dev.varve.jobs.conf;

import java.util.Collection;
import java.util.List;

/** Suggests known names for a mistyped word. */
public final class Suggestions {
  /**
   * Most typing errors of a suggestion: letters that are missing, added, wrong, or swapped with the
   * next.
   */
  private static final int MAX_EDITS = 2;

  /** Number of names that are suggested. */
  private static final int MAX_NAMES = 3;

  private Suggestions() {}

  /**
   * The question {@code did you mean a or b?}, with known names that differ in one or two letters;
   * empty if there are nword.
   */
  public static String didYouMean(String word, Collection<String> known) {
    int maxEdits = Math.min(MAX_EDITS, word.length() / 3);
    List<String> similar =
        known.stream()
            .filter(name -> Math.abs(name.length() - word.length()) <= maxEdits)
            .filter(name -> editDistance(word, name) <= maxEdits)
            .sorted()
            .limit(MAX_NAMES)
            .toList();
    return similar.isEmpty() ? "" : "did you mean " + String.join(" or ", similar) + "?";
  }

  /**
   * The optimal string alignment distance: the least number of letters to insert, delete, replace,
   * or swap with their neighbour, where no letter is edited twice.
   */
  static int editDistance(String word, String other) {
    int[][] distance = new int[word.length() + 1][other.length() + 1];
    for (int i = 0; i <= word.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          distance[i][j] = i + j;
          continue;
        }
        int replaced = word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        distance[i][j] =
            Math.min(
                distance[i - 1][j - 1] + replaced,
                Math.min(distance[i - 1][j], distance[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && word.charAt(i - 1) == other.charAt(j - 2)
            && word.charAt(i - 2) == other.charAt(j - 1)) {
          distance[i][j] = Math.min(distance[i][j], distance[i - 2][j - 2] + 1);
        }
      }
    }
    return distance[word.length()][other.length()];
  }
}
