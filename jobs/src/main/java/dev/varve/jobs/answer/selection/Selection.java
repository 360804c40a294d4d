package dev.varve.jobs.answer.selection;

import dev.varve.jobs.engine.condition.Condition;
import dev.varve.jobs.engine.condition.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Set of rows to which reports are restricted, and owners among whom they divide bytes. The SQL of
 * a report has placeholders for both: a comment, such as {@code set of layer_reference}, and behind
 * it a default word. A selection replaces both by SQL. The first word of the comment names its
 * meaning: {@code set} is whether a row is in the set. {@code owner} and {@code part} are the
 * columns that name its owner. {@code requested} is whether the view has the requested columns; if
 * not, its part of the report is left out. Keys {@code sets} and {@code owners} in the header name
 * the views from which a report takes them.
 *
 * @param replacements the SQL for the placeholders, by the first word and the view; empty if
 *     nothing is selected
 */
public record Selection(Map<String, String> replacements) {
  /** Selection of all rows, with the default owners of each report. */
  private static final Selection ALL = new Selection(Map.of());

  private static final Pattern PLACEHOLDER =
      Pattern.compile("/\\* (set|requested|owner|part) of (\\w+) \\*/ \\w+");

  /** Columns that are unique only within another column: a tag within its repository. */
  private static final Map<String, String> SCOPE = Map.of("tag", "repository", "snapshot", "vm");

  /** The SQL for the placeholders of a view that has not the requested columns. */
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
    Map<String, String> replacements = new HashMap<>();
    List<SelectionView> all = SelectionView.all();
    all.forEach(
        view ->
            NOT_REQUESTED.forEach((key, text) -> replacements.put(key + " " + view.view(), text)));
    if (condition != null) {
      addSet(condition, all, replacements);
    }
    if (by != null) {
      addOwners(by.strip(), SelectionView.ofOwners(), replacements);
    }
    return new Selection(Map.copyOf(replacements));
  }

  /** The SQL of a report with the selection inserted into its replacements. */
  public String insertInto(String sql) {
    return PLACEHOLDER
        .matcher(sql)
        .replaceAll(
            placeholder ->
                Matcher.quoteReplacement(
                    replacements.getOrDefault(
                        placeholder.group(1) + " " + placeholder.group(2), placeholder.group())));
  }

  /** Whether any of these views has the requested columns; true if nothing is selected. */
  public boolean appliesTo(List<String> views) {
    return replacements.isEmpty()
        || views.stream().anyMatch(view -> "true".equals(replacements.get("requested " + view)));
  }

  /** Query of the number of rows in these views that the condition chooses. */
  public String countIn(List<String> views) {
    return views.stream()
        .map(
            view ->
                "SELECT count(*) AS chosen FROM %s WHERE %s"
                    .formatted(view, replacements.getOrDefault("set " + view, "true")))
        .collect(
            Collectors.joining(" UNION ALL ", "SELECT sum(chosen) FROM (", ") AS chosen_rows"));
  }

  private static void addSet(
      String condition, List<SelectionView> all, Map<String, String> replacements) {
    Condition.UnknownColumnException unknown = null;
    boolean isKnown = false;
    for (SelectionView view : all) {
      try {
        String sql = Condition.sql(condition, view.columns());
        replacements.put("set " + view.view(), "coalesce(" + sql + ", false)");
        replacements.put("requested " + view.view(), "true");
        isKnown = true;
      } catch (Condition.UnknownColumnException e) {
        boolean isOfOtherView =
            all.stream().anyMatch(other -> other.columns().containsKey(e.column()));
        unknown = unknown == null || !isOfOtherView ? e : unknown;
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--where " + condition + ": " + e.getMessage(), e);
      }
    }
    if (!isKnown && unknown != null) {
      throw new IllegalArgumentException(
          "--where %s: %s; %s"
              .formatted(
                  condition, unknown.getMessage(), SelectionView.suggested(unknown.column(), all)));
    }
  }

  private static void addOwners(
      String by, List<SelectionView> all, Map<String, String> replacements) {
    boolean isKnown = false;
    for (SelectionView view : all) {
      if (view.columns().get(by) == Kind.TEXT) {
        String scope = SCOPE.get(by);
        replacements.put("owner " + view.view(), scope == null ? by : scope);
        replacements.put("part " + view.view(), scope == null ? "NULL" : by);
        replacements.put("requested " + view.view(), "true");
        isKnown = true;
      }
    }
    if (!isKnown) {
      throw new IllegalArgumentException(
          "--by %s: there is no column of texts %s; %s"
              .formatted(by, by, SelectionView.suggested(by, all)));
    }
  }
}
