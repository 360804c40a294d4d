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
          "All columns, names and paths uncut. Otherwise as many as fit into the terminal, the ones"
              + " that matter most; into 100 characters where there is no terminal, or into as many"
              + " as the variable COLUMNS says.")
  private boolean wide;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "These columns only, in this order, with commas between; in csv and json too.")
  private List<String> columns = new ArrayList<>();

  @Option(names = "--bytes", description = "Bytes as whole numbers, not as KiB, MiB, GiB.")
  private boolean bytes;

  /** How tables on standard output look, with these traits besides those asked for. */
  public TableStyle onScreen(Set<Trait> more) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    traits.addAll(more);
    if (Screen.here().isColoured()) {
      traits.add(Trait.COLOURED);
    }
    return style(traits);
  }

  /** The same in a file. */
  public TableStyle inFile(Set<Trait> more) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    traits.addAll(more);
    return style(traits);
  }

  /** The columns that were named; empty where none was. */
  public List<String> columns() {
    return columns.stream().map(String::strip).toList();
  }

  private TableStyle style(Set<Trait> traits) {
    if (wide) {
      traits.add(Trait.WIDE);
    }
    if (bytes) {
      traits.add(Trait.BYTES);
    }
    return new TableStyle(Screen.here().width(), columns(), traits);
  }
}
