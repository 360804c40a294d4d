package dev.varve.jobs.answer.selection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Set of rows to which reports are restricted, and owners among whom they divide bytes. The SQL of
 * a report has places for both: a comment, such as {@code set of layer_reference}, and behind it a
 * default word. A selection replaces both by SQL. The first word of the comment names its meaning:
 * {@code set} is whether a row is in the set. {@code owner} and {@code part} are the columns that
 * name its owner. {@code requested} is whether the view has the requested columns; if not, its part
 * of the report is left out. Keys {@code sets} and {@code owners} in the header name the views from
 * which a report takes them.
 *
 * @param places the SQL for the places, by the first word and the view; empty if nothing is
 *     selected
 */
public record Selection(Map<String, String> places) {
  /** Selection of all rows, with the default owners of each report. */
  private static final Selection ALL = new Selection(Map.of());

  private static final Pattern PLACE =
      Pattern.compile("/\\* (set|requested|owner|part) of (\\w+) \\*/ \\w+");

  /** Columns that are unique only within another column: a tag within its repository. */
  private static final Map<String, String> WITHIN = Map.of("tag", "repository", "snapshot", "vm");

  /** The SQL for the places of a view that has not the requested columns. */
  private static final Map<String, String> NOT_REQUESTED =
      Map.of("set", "false", "requested", "false", "owner", "NULL", "part", "NULL");

  /**
   * A selection.
   *
   * @param condition the condition that chooses the set, or null
   * @param by the column that names owners, or null
   * @throws IllegalArgumentException for a faulty condition or column, which its message explains
   */
  public static Selection of(@Nullable String condition, @Nullable String by) {
    if (condition == null && by == null) {
      return ALL;
    }
    Map<String, String> places = new HashMap<>();
    List<SelectionView> all = SelectionView.all();
    all.forEach(
        view -> NOT_REQUESTED.forEach((key, text) -> places.put(key + " " + view.view(), text)));
    if (condition != null) {
      choose(condition, all, places);
    }
    if (by != null) {
      divide(by.strip(), all, places);
    }
    return new Selection(Map.copyOf(places));
  }

  /** The SQL of a report with the selection inserted into its places. */
  public String in(String sql) {
    return PLACE
        .matcher(sql)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    places.getOrDefault(place.group(1) + " " + place.group(2), place.group())));
  }

  /** Whether any of these views has the requested columns; true if nothing is selected. */
  public boolean fits(List<String> views) {
    return places.isEmpty()
        || views.stream().anyMatch(view -> "true".equals(places.get("requested " + view)));
  }

  private static void choose(
      String condition, List<SelectionView> all, Map<String, String> places) {
    Condition.UnknownColumnException unknown = null;
    boolean fits = false;
    for (SelectionView view : all) {
      try {
        String sql = Condition.sql(condition, view.columns());
        places.put("set " + view.view(), "coalesce(" + sql + ", false)");
        places.put("requested " + view.view(), "true");
        fits = true;
      } catch (Condition.UnknownColumnException e) {
        unknown = e;
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--where " + condition + ": " + e.getMessage(), e);
      }
    }
    if (!fits && unknown != null) {
      throw new IllegalArgumentException(
          "--where %s: %s; %s"
              .formatted(condition, unknown.getMessage(), SelectionView.listed(all)));
    }
  }

  private static void divide(String by, List<SelectionView> all, Map<String, String> places) {
    boolean fits = false;
    for (SelectionView view : all) {
      if (view.columns().get(by) == SelectionView.Kind.TEXT) {
        String within = WITHIN.get(by);
        places.put("owner " + view.view(), within == null ? by : within);
        places.put("part " + view.view(), within == null ? "NULL" : by);
        places.put("requested " + view.view(), "true");
        fits = true;
      }
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "--by %s: there is no column of texts %s; %s"
              .formatted(by, by, SelectionView.listed(all)));
    }
  }
}
