package dev.varve.jobs.cli.screen;

import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.report.TableStyle.Trait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options of verbs that print tables. */
public final class TableOptions {
  @Option(
      names = "--wide",
      description =
          "All columns and rows, names and paths uncut. Otherwise as many columns as fit into the"
              + " terminal, the ones that matter most; into 100 characters where there is no"
              + " terminal, or into as many as the variable COLUMNS says. Rows of a report that are"
              + " all 0 or unknown are then one line.")
  private boolean wide;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "These columns only, in this order, with commas between; in csv and json too.")
  private List<String> columns = new ArrayList<>();

  @Option(names = "--bytes", description = "Bytes as whole numbers, not as KiB, MiB, GiB.")
  private boolean bytes;

  @Option(
      names = "--plain-text",
      description =
          "In csv: control characters, and those that turn the direction of writing, as \\u{HEX}."
              + " Other formats, and terminals, always have them so; json as \\uHEX.")
  private boolean plainText;

  /**
   * The style of tables on standard output, with these traits in addition to the requested ones.
   */
  public TableStyle onScreen(Set<Trait> additional) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    traits.addAll(additional);
    if (Screen.here().isColoured()) {
      traits.add(Trait.COLOURED);
    }
    return style(traits);
  }

  /** The style of tables that are written to a file. */
  public TableStyle inFile(Set<Trait> additional) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    traits.addAll(additional);
    return style(traits);
  }

  private List<String> columns() {
    return columns.stream().map(String::strip).toList();
  }

  private TableStyle style(Set<Trait> traits) {
    if (wide) {
      traits.add(Trait.WIDE);
    }
    if (bytes) {
      traits.add(Trait.BYTES);
    }
    if (plainText) {
      traits.add(Trait.PLAIN_TEXT);
    }
    return new TableStyle(Screen.here().width(), columns(), traits);
  }
}
