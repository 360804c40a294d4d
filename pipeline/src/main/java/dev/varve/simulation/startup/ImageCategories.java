package dev.varve.simulation.startup;

import dev.varve.input.inventory.CsvRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Categories of images by CSV rows of a pattern and a category. A pattern is a repository, {@code
 * repository:tag} or the digest of an image, with {@code *} for any letters; the first that fits
 * decides. The first row is {@code pattern,category}.
 */
public final class ImageCategories implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Rule> rules = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param parts of the pattern, between its stars
   */
  private record Rule(String[] parts, String category) implements Serializable {
    /** Each part is looked for behind the one before, so the time is that of one search. */
    boolean fits(String name) {
      String last = parts[parts.length - 1];
      if (parts.length == 1) {
        return name.equals(last);
      }
      int end = name.length() - last.length();
      int at = name.startsWith(parts[0]) ? parts[0].length() : -1;
      for (int part = 1; part < parts.length - 1 && at >= 0; part++) {
        int found = name.indexOf(parts[part], at);
        at = found < 0 ? -1 : found + parts[part].length();
      }
      return at >= 0 && at <= end && name.endsWith(last);
    }
  }

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
        categories.rules.add(new Rule(row.fields().get(0).split("\\*+", -1), row.fields().get(1)));
      }
    }
    return categories;
  }

  /** Faults of the rows, in the order of their lines. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /** The category of an image that has all these names; null when no pattern fits any of them. */
  public @Nullable String of(List<String> names) {
    return rules.stream()
        .filter(rule -> names.stream().anyMatch(rule::fits))
        .findFirst()
        .map(Rule::category)
        .orElse(null);
  }
}
