package dev.varve.jobs.answer.report;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Style of printed tables, from the options of the verbs that print rows. It concerns output for
 * people; only the chosen columns also apply to formats for programs.
 *
 * @param width maximum length of a line, in columns of the terminal
 * @param columns names of the columns to print, in this order and uncut; if empty, as many as fit
 *     into a line
 * @param command command that prints all rows, named where rows were left out; empty for none
 * @param warehouse location of the warehouse, for formats that are read together with those of
 *     other warehouses; empty for none
 */
public record TableStyle(
    int width, List<String> columns, Set<Trait> traits, String command, String warehouse) {
  /** The width if there is no terminal, or its width is unknown. */
  public static final int DEFAULT_WIDTH = 100;

  private static final int MIN_WIDTH = 40;

  /** Style for output without a terminal and without requested options. */
  public static final TableStyle PLAIN = new TableStyle(DEFAULT_WIDTH, List.of(), Set.of());

  /** Options beyond a plain table. */
  public enum Trait {
    /** Every column, however wide the line becomes. */
    WIDE,
    /** The explanation of how a report counts, behind its rows. */
    EXPLAINED,
    /** Bytes as whole numbers, without a binary unit. */
    BYTES,
    /** Characters that steer a terminal are printed as their code points in CSV too. */
    PLAIN_TEXT,
    /** Headings in bold, by escape sequences. */
    COLOURED
  }

  /**
   * Copies the collections. A terminal that claims less than 40 columns is taken for one of unknown
   * width.
   */
  public TableStyle {
    width = width < MIN_WIDTH ? DEFAULT_WIDTH : width;
    columns = List.copyOf(columns);
    traits = Set.copyOf(traits);
  }

  /** A style without a command and a warehouse. */
  public TableStyle(int width, List<String> columns, Set<Trait> traits) {
    this(width, columns, traits, "", "");
  }

  /** This style with a command and a warehouse. */
  public TableStyle withContext(String command, String warehouse) {
    return new TableStyle(width, columns, traits, command, warehouse);
  }

  /** The answer with only the requested columns, or unchanged if none was requested. */
  public Answer chosen(Answer answer) {
    return columns.isEmpty() ? answer : answer.only(columns);
  }

  /** Adds an answer to a document if it has all requested columns, and throws otherwise. */
  public void addChecked(Answer answer, Document document) throws IOException {
    List<String> faults = new ArrayList<>();
    for (String column : columns) {
      if (answer.indexOf(column) < 0) {
        faults.add(
            "--columns: %s has no column %s; there are: %s"
                .formatted(
                    answer.name().isEmpty() ? "the query" : answer.name(),
                    PrintedText.visible(column),
                    answer.columns().stream()
                        .map(Answer.Column::name)
                        .collect(Collectors.joining(", "))));
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    document.add(answer);
  }

  /** Whether columns are printed uncut, whatever the width. */
  boolean isUncut() {
    return has(Trait.WIDE) || !columns.isEmpty();
  }

  /** Whether the style has a trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** This style with one more trait. */
  TableStyle with(Trait trait) {
    Set<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new TableStyle(width, columns, more, command, warehouse);
  }

  /** A heading, in bold if the style is {@link Trait#COLOURED}. */
  public String heading(String text) {
    return has(Trait.COLOURED) ? "\u001b[1m" + text + "\u001b[0m" : text;
  }
}
