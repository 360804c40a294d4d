package dev.varve.jobs.answer.report;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Style of tables for people. Programs do not see any of it.
 *
 * @param width columns of characters that a line may have
 * @param columns which columns are printed, in this order and uncut; all that fit where none is
 *     named
 * @param command the line that prints all rows, for what is cut; empty where there is no such line
 * @param warehouse whose answers these are, for who reads those of several together; else empty
 */
public record TableStyle(
    int width, List<String> columns, Set<Trait> traits, String command, String warehouse) {
  /** The width where nothing is known of the terminal, or there is none. */
  public static final int USUAL_WIDTH = 100;

  private static final int LEAST_WIDTH = 40;

  /** Style without a terminal and without requests. */
  public static final TableStyle PLAIN = new TableStyle(USUAL_WIDTH, List.of(), Set.of());

  /** Options beyond a plain table. */
  public enum Trait {
    /** Every column, however wide the line becomes. */
    WIDE,
    /** All that a report says of how it counts, behind its rows. */
    EXPLAINED,
    /** Bytes as whole numbers, without a binary unit. */
    BYTES,
    /** Characters that steer a terminal are printed as their code points in CSV too. */
    PLAIN_TEXT,
    /** Headings stand out by escape sequences. */
    COLOURED
  }

  /** Copies the lists; a terminal that says it is narrower than can be used is not believed. */
  public TableStyle {
    width = width < LEAST_WIDTH ? USUAL_WIDTH : width;
    columns = List.copyOf(columns);
    traits = Set.copyOf(traits);
  }

  /** A style where nothing is said of the command and the warehouse. */
  public TableStyle(int width, List<String> columns, Set<Trait> traits) {
    this(width, columns, traits, "", "");
  }

  /** This style, of what a command prints of a warehouse. */
  public TableStyle of(String line, String place) {
    return new TableStyle(width, columns, traits, line, place);
  }

  /** The requested columns; all where none was. */
  public Answer chosen(Answer answer) {
    return columns.isEmpty() ? answer : answer.only(columns);
  }

  /** Lets an answer pass that has all the requested columns. */
  public void known(Answer answer, Document document) throws IOException {
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

  /** Whether everything requested is printed, whatever the width. */
  boolean isUncut() {
    return has(Trait.WIDE) || !columns.isEmpty();
  }

  /** Whether it was requested. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** This style with one more trait. */
  TableStyle with(Trait trait) {
    Set<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new TableStyle(width, columns, more, command, warehouse);
  }

  /** A heading that stands out, where it can. */
  public String heading(String text) {
    return has(Trait.COLOURED) ? "\u001b[1m" + text + "\u001b[0m" : text;
  }
}
