package dev.varve.jobs.conf;

import java.util.Collection;
import java.util.List;

/** Suggests known names for a mistyped one. */
public final class Suggestions {
  /**
   * Most typing errors of a suggestion: letters that are missing, added, wrong, or swapped with the
   * next.
   */
  private static final int MOST_SLIPS = 2;

  /** Number of names that are suggested. */
  private static final int MOST_NAMES = 3;

  private Suggestions() {}

  /**
   * The question {@code did you mean a or b?}, with known names that differ in one or two letters;
   * empty if there are none.
   */
  public static String meant(String written, Collection<String> known) {
    int most = Math.min(MOST_SLIPS, written.length() / 3);
    List<String> near =
        known.stream()
            .filter(name -> Math.abs(name.length() - written.length()) <= most)
            .filter(name -> slips(written, name) <= most)
            .sorted()
            .limit(MOST_NAMES)
            .toList();
    return near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "?";
  }

  /**
   * The optimal string alignment distance: the least number of letters to insert, delete, replace,
   * or swap with their neighbour, where no letter is edited twice.
   */
  static int slips(String one, String other) {
    int[][] least = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        least[i][j] =
            Math.min(
                least[i - 1][j - 1] + replaced, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[one.length()][other.length()];
  }
}
