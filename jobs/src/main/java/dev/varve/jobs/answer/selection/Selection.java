package dev.varve.jobs.answer.selection;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.ArrayList;
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
 * @param condition what chooses the set, or null
 * @param by the column that names owners, or null
 */
public record Selection(@Nullable String condition, @Nullable String by) {
  private static final String SETS = "sets";
  private static final String OWNERS = "owners";
  private static final Pattern PLACE =
      Pattern.compile("/\\* (set|requested|owner|part) of (\\w+) \\*/ \\w+");

  /** Names that only an owner of theirs makes unique. */
  private static final Map<String, String> WITHIN = Map.of("tag", "repository", "snapshot", "vm");

  /** The text in the places of a view. */
  private static final Map<String, String> NOT_REQUESTED =
      Map.of("set", "false", "requested", "false", "owner", "NULL", "part", "NULL");

  /**
   * The reports with the selection in them; adds to the settings' faults what is wrong with it, or
   * requested of reports that do not take it.
   */
  public List<Question> of(List<String> names, SettingReader faults) {
    if (condition == null && by == null) {
      return Question.of(names);
    }
    Map<String, String> places = new HashMap<>();
    try {
      List<SelectionView> all = SelectionView.all();
      all.forEach(
          view -> NOT_REQUESTED.forEach((key, text) -> places.put(key + " " + view.view(), text)));
      if (condition != null) {
        choose(condition, all, places);
      }
      if (by != null) {
        divide(by.strip(), all, places);
      }
    } catch (IllegalArgumentException e) {
      faults.fault(PrintedText.visible(String.valueOf(e.getMessage())));
    }
    List<Question> questions = new ArrayList<>();
    for (Question question : Question.of(names)) {
      Map<String, List<String>> header = SqlFiles.header(question.sql());
      takes(condition != null, "--where", SETS, question.name(), header, faults);
      takes(by != null, "--by", OWNERS, question.name(), header, faults);
      if (condition != null && header.containsKey(SETS)) {
        fits(question.name(), header.get(SETS), places, faults);
      }
      questions.add(new Question(question.name(), filled(question.sql(), places)));
    }
    return questions;
  }

  private static void takes(
      boolean isGiven,
      String option,
      String key,
      String name,
      Map<String, List<String>> header,
      SettingReader faults) {
    if (isGiven && !header.containsKey(key)) {
      faults.fault(name + " takes no " + option + "; there is: " + String.join(", ", having(key)));
    }
  }

  /** Adds a fault where a condition has no column of any view that a report takes sets from. */
  private void fits(
      String name, List<String> views, Map<String, String> places, SettingReader faults) {
    boolean elsewhere =
        places.entrySet().stream()
            .anyMatch(
                place ->
                    place.getKey().startsWith("requested ") && place.getValue().equals("true"));
    if (elsewhere
        && views.stream().noneMatch(view -> "true".equals(places.get("requested " + view)))) {
      faults.fault(
          "--where %s: %s takes sets of %s only"
              .formatted(
                  PrintedText.visible(String.valueOf(condition)), name, String.join(", ", views)));
    }
  }

  /** The reports whose header has a line of this key. */
  private static List<String> having(String key) {
    return SqlFiles.folder("reports").entrySet().stream()
        .filter(report -> SqlFiles.header(report.getValue()).containsKey(key))
        .map(Map.Entry::getKey)
        .toList();
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

  private static String filled(String sql, Map<String, String> places) {
    return PLACE
        .matcher(sql)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    places.getOrDefault(place.group(1) + " " + place.group(2), place.group())));
  }
}
