package dev.varve.jobs.answer.selection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The set and the owners that reports are restricted to. A report has places for them in its SQL: a
 * comment, such as {@code set of layer_reference}, and behind it a word, which stands there when no
 * set is requested. {@code set} is whether a row is in the set, {@code owner} and {@code part} name
 * its owner, {@code requested} is whether the view has the columns. If not, its part of the report
 * is left out. The header says from which views a report takes sets ({@code sets}) or owners
 * ({@code owners}).
 *
 * @param places what stands in the places, by the first word and the view
 */
public record Selection(Map<String, String> places) {
  /** Everything, by the owners that each report has. */
  private static final Selection ALL = new Selection(Map.of());

  private static final Pattern PLACE =
      Pattern.compile("/\\* (set|requested|owner|part) of (\\w+) \\*/ \\w+");

  /** Names that only an owner of theirs makes unique. */
  private static final Map<String, String> WITHIN = Map.of("tag", "repository", "snapshot", "vm");

  /** The text in the places of a view. */
  private static final Map<String, String> NOT_REQUESTED =
      Map.of("set", "false", "requested", "false", "owner", "NULL", "part", "NULL");

  /**
   * A selection.
   *
   * @param condition what chooses the set, or null
   * @param by the column that names owners, or null
   * @throws IllegalArgumentException that says what is wrong with it
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

  /** The query of a report with the selection in its places. */
  public String in(String sql) {
    return PLACE
        .matcher(sql)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    places.getOrDefault(place.group(1) + " " + place.group(2), place.group())));
  }

  /** Whether any of these views has the columns; of no selection every view has. */
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
