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

/** {@code sql}. */
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
  private static final int MOST_SHOWN = 1000;

  /**
   * Start of a message of DuckDB that finds fault with a query, and not with a file that it reads.
   */
  private static final Pattern VALUE =
      Pattern.compile(
          "(Conversion|Out of Range|Invalid Input) Error:(?!.*[.]parquet)", Pattern.DOTALL);

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
    SettingReader settings = common.reading(engine);
    QuerySettings query = QuerySettings.read(settings);
    TableStyle style = style();
    try (Statements statements = Statements.open("sql", settings.finish(), query, warehouse);
        Document document = format.onStandardOutput(style).filteredBy(style::known)) {
      // Also for those who want it quiet: figures are not what they seem without.
      System.err.print(Summaries.staleInQuery(statements.staleBelow(statement), warehouse));
      if (statements.isUnfinished()) {
        CommonOptions.sayUnfinished();
      }
      if (format == Format.TABLE) {
        showFirst(statements, document);
      } else {
        document.all(List.of(statements.answer(statement, Queries.ALL)));
      }
      return ExitCodes.DONE;
    } catch (UncheckedIOException e) {
      String message = String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
      throw VALUE.matcher(message).lookingAt() ? new InvalidSettingsException(List.of(message)) : e;
    }
  }

  /**
   * The words of a line, of which a query that begins with a comment is not taken for an option: no
   * option has a blank in its name.
   */
  static String[] words(String... line) {
    String[] words = line.clone();
    for (int at = 0; at < words.length; at++) {
      if (COMMENT.matcher(words[at]).lookingAt()) {
        words[at] = " " + words[at];
      }
    }
    return words;
  }

  /** Whoever reads the table by a program wants all that it names. */
  private TableStyle style() {
    return tables.onScreen(Screen.here().terminal() ? Set.of() : Set.of(TableStyle.Trait.WIDE));
  }

  /** CSV and JSON print every row; a table on the terminal is limited. */
  private void showFirst(Statements statements, Document document) throws IOException {
    Answer answer = statements.answer(statement, MOST_SHOWN + 1);
    document.all(List.of(answer.first(MOST_SHOWN)));
    if (answer.count() > MOST_SHOWN) {
      System.err.println(
          "varve: these are the first " + MOST_SHOWN + " rows; --format csv or json prints all");
    }
  }
}
