package dev.varve.jobs.cli;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.answer.query.Statements;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.screen.Screen;
import dev.varve.jobs.cli.screen.TableOptions;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verb {@code sql}: runs a statement in DuckDB's SQL over a warehouse, and prints its rows. */
@Command(
    name = "sql",
    description = {
      "Runs a query over the tables and prints its rows, in DuckDB's SQL. Tables on another file",
      "system are copied to this machine first. Reports are views there too, with underscores for",
      "dashes: top_duplicates. What is older than what was ingested is named: tables show it as it",
      "is, reports leave it out."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  varve sql --warehouse /data/w \"SELECT kind, count(*) FROM layer_recipe GROUP BY kind\""
    })
final class SqlCommand implements Callable<Integer> {
  /** Number of rows of a printed table. */
  private static final int MAX_TABLE_ROWS = 1000;

  /**
   * Start of a message of DuckDB on a fault of the query, such as a failed cast, and not of a
   * Parquet file.
   */
  private static final Pattern FAULT_OF_QUERY =
      Pattern.compile(
          "(Conversion|Out of Range|Invalid Input) Error:(?!.*[.]parquet)", Pattern.DOTALL);

  /** Word that begins with an SQL comment: two dashes and, before any equals sign, a blank. */
  private static final Pattern COMMENT = Pattern.compile("--[^\\s=]*\\s");

  @Parameters(paramLabel = "QUERY", description = "One statement.")
  private String statement = "";

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of: ${COMPLETION-CANDIDATES}; table unless given.")
  private Format format = Format.TABLE;

  @Mixin private TableOptions tables = new TableOptions();

  @Option(names = "--engine", paramLabel = "ENGINE", description = CommonOptions.ENGINE)
  private @Nullable String engine;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    SettingReader settings = common.settingsToRead(engine);
    QuerySettings query = QuerySettings.read(settings);
    TableStyle style = style();
    try (Statements statements = Statements.open("sql", settings.finish(), query, warehouse);
        Document document = format.onStandardOutput(style).filteredBy(style::addChecked)) {
      // Printed with --quiet too, as results from stale tables are easily misread.
      System.err.print(Summaries.stale(statements.staleBelow(statement)));
      if (statements.isUnfinished()) {
        CommonOptions.warnOfUnfinished();
      }
      if (format == Format.TABLE) {
        printFirstRows(statements, document);
      } else {
        document.all(List.of(statements.answer(statement, Queries.ALL)));
      }
      return ExitCodes.DONE;
    } catch (UncheckedIOException e) {
      String message = String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
      throw FAULT_OF_QUERY.matcher(message).lookingAt()
          ? new InvalidSettingsException(List.of(message))
          : e;
    }
  }

  /**
   * The words of a command line. A statement that begins with a comment gets a blank in front, so
   * that picocli does not take it for an option.
   */
  static String[] withLeadingBlank(String... line) {
    String[] words = line.clone();
    for (int at = 0; at < words.length; at++) {
      if (COMMENT.matcher(words[at]).lookingAt()) {
        words[at] = " " + words[at];
      }
    }
    return words;
  }

  /**
   * The style of the table: uncut if standard output is no terminal, as a program then reads it.
   */
  private TableStyle style() {
    return tables.onScreen(Screen.here().terminal() ? Set.of() : Set.of(TableStyle.Trait.WIDE));
  }

  /** Prints the first rows as a table; CSV and JSON print every row. */
  private void printFirstRows(Statements statements, Document document) throws IOException {
    Answer answer = statements.answer(statement, MAX_TABLE_ROWS + 1);
    document.all(List.of(answer.first(MAX_TABLE_ROWS)));
    if (answer.count() > MAX_TABLE_ROWS) {
      System.err.println(
          "varve: these are the first "
              + MAX_TABLE_ROWS
              + " rows; --format csv or json prints all");
    }
  }
}
