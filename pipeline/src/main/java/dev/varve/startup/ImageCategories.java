package dev.varve.startup;

import dev.varve.inventory.CsvRows;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Categories of images by CSV rows of a pattern and a category. A pattern is a repository, {@code
 * repository:tag} or the digest of an image, with {@code *} for any letters; the first that fits
 * decides. The first row is {@code pattern,category}.
 */
public final class ImageCategories {
  private final List<Rule> rules = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private record Rule(Pattern pattern, String category) {}

  /** Reads all rows. */
  public static ImageCategories read(Reader text) throws IOException {
    ImageCategories categories = new ImageCategories();
    CsvRows rows = new CsvRows(text);
    CsvRows.Row header = rows.next();
    if (header == null || !header.fields().equals(List.of("pattern", "category"))) {
      categories.faults.add("the first row is not pattern,category");
      return categories;
    }
    for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
      if (row.fault() != null) {
        categories.faults.add("line " + row.line() + ": " + row.fault());
      } else if (row.fields().size() != 2 || row.fields().stream().anyMatch(String::isEmpty)) {
        categories.faults.add("line " + row.line() + " is not a pattern and a category");
      } else {
        categories.rules.add(new Rule(pattern(row.fields().get(0)), row.fields().get(1)));
      }
    }
    return categories;
  }

  /** Everything that is wrong with the rows, by line. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /** The category of an image that has all these names; null when no pattern fits any of them. */
  public @Nullable String of(List<String> names) {
    return rules.stream()
        .filter(rule -> names.stream().anyMatch(name -> rule.pattern.matcher(name).matches()))
        .findFirst()
        .map(Rule::category)
        .orElse(null);
  }

  private static Pattern pattern(String text) {
    StringBuilder pattern = new StringBuilder();
    for (String part : text.split("\\*+", -1)) {
      pattern.append(pattern.length() == 0 ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString(), Pattern.DOTALL);
  }
}
