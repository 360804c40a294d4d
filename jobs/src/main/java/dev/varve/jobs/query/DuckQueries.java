package dev.varve.jobs.query;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.file.LocalCopies;
import dev.varve.jobs.past.Moment;
import dev.varve.jobs.past.PastTables;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.selection.Question;
import dev.varve.jobs.table.WarehouseFiles;
import dev.varve.jobs.views.NamedViews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * By DuckDB, in this process, over the files of a local warehouse, in bounded memory.
 *
 * @see <a href="https://duckdb.org/docs/stable/operations_manual/securing_duckdb/overview">Securing
 *     DuckDB</a>
 */
public final class DuckQueries implements Queries {
  private DuckSession session;
  private final WarehouseFiles warehouse;
  private DuckTables tables;
  private final QuerySettings settings;
  private final LocalCopies copies;
  private DuckStreams streams;

  /**
   * Opens a warehouse in its current state; queries only read it. What is not local is copied,
   * table by table as questions name them, to a folder below that for what is spilled.
   *
   * @throws SQLException when DuckDB's library does not load
   */
  public DuckQueries(WarehouseFiles warehouse, QuerySettings settings, Configuration hadoop)
      throws IOException, SQLException {
    this.warehouse = warehouse.now();
    this.copies = new LocalCopies(hadoop, settings.spillFolder());
    this.tables = new DuckTables(this.warehouse, copies, settings, new DuckNames());
    this.settings = settings;
    this.session = DuckSession.holding(settings.memoryBytes(), settings.spillFolder());
    this.streams = new DuckStreams(tables, settings);
  }

  @Override
  public void asOf(Moment moment) {
    streams.close();
    tables = new DuckTables(warehouse, copies, settings, new DuckNames(new PastTables(moment)));
    streams = new DuckStreams(tables, settings);
  }

  @Override
  public void answers(List<Question> questions, Document document) throws IOException {
    document.begin(questions.stream().map(Question::name).toList());
    answers(outdated(), questions, ALL, document::add);
    document.end();
  }

  @Override
  public List<Answer> faults() throws IOException {
    List<Answer> faults = new ArrayList<>();
    Map<String, String> stale = stale();
    answers(stale.keySet(), Queries.checks(stale), FAULTS_SHOWN, faults::add);
    faults.removeIf(answer -> answer.count() == 0);
    return faults;
  }

  /** Answers questions as if these tables had no rows. */
  private void answers(
      Set<String> empty, List<Question> questions, int most, SideBySide.Taker taker)
      throws IOException {
    try {
      tables.empty(empty, session);
      answers(questions, most, taker);
    } finally {
      tables.fill(session);
    }
  }

  /** Answers questions in their order; several at a time where there are few rows. */
  private void answers(List<Question> questions, int most, SideBySide.Taker taker)
      throws IOException {
    if (isSmall()) {
      String all = questions.stream().map(Question::sql).collect(Collectors.joining("\n"));
      tables.prepare(all, session);
      SideBySide.answers(session, questions, most, taker);
    } else {
      for (Question question : questions) {
        tables.prepare(question.sql(), session);
        taker.take(SideBySide.answer(session, question, most));
      }
    }
  }

  @Override
  public Answer query(String sql, int most) {
    try {
      boolean all = ReadOnlySelect.check(session, sql, settings.allowed());
      Map<String, String> reports = NamedViews.reportsIn(sql);
      tables.names().addReports(reports, reports.isEmpty() ? Set.of() : outdated());
      if (most == ALL) {
        session.close();
        session = DuckSession.streaming(settings.memoryBytes(), settings.spillFolder());
      }
      tables.prepare(sql, session);
      open(all);
      return plannedOrSuggested(sql, most);
    } catch (SQLException e) {
      throw new InvalidSettingsException(List.of(DuckAnswers.told(e)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Iterator<List<@Nullable Object>> stream(String sql, Map<String, String> parameters)
      throws IOException {
    return streams.rows(sql, parameters);
  }

  @Override
  public void endStreams() throws IOException {
    streams.end();
  }

  private Answer planned(String sql, int most) throws SQLException {
    return most == ALL
        ? DuckAnswers.answer("", Header.NONE, session.planned(sql), () -> again(sql))
        : SideBySide.held(session, "", Header.NONE, sql, most);
  }

  /**
   * On a fault once more beside all names, so that the message suggests similar ones; should there
   * be an answer now, it waits for the checksums of all. Far off nothing is copied for that.
   */
  private Answer plannedOrSuggested(String sql, int most) throws SQLException, IOException {
    try {
      return planned(sql, most);
    } catch (SQLException fault) {
      try {
        open(true);
      } catch (IOException | SQLException e) {
        throw fault;
      }
      Answer answer = planned(sql, most);
      if (tables.isFar()) {
        throw fault;
      }
      tables.verify(tables.names().all());
      return answer;
    }
  }

  private Iterator<List<@Nullable Object>> again(String sql) {
    try {
      return DuckAnswers.rows(session.query(sql), () -> {});
    } catch (SQLException untold) {
      try {
        session.close();
        session = DuckSession.holding(settings.memoryBytes(), settings.spillFolder());
        open(true);
        return DuckAnswers.rows(session.query(sql), () -> {});
      } catch (SQLException e) {
        throw DuckAnswers.unchecked(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Makes what is missing, if it may be wanted; then no setting is changed, no other file opened.
   */
  private void open(boolean all) throws SQLException, IOException {
    if (all) {
      tables.prepareAll(session);
    }
    session.lock(settings.allowed().files() ? Optional.empty() : Optional.of(tables.files()));
  }

  @Override
  public boolean isUnfinished() throws IOException {
    return warehouse.isUnfinished();
  }

  @Override
  public boolean isSmall() throws IOException {
    return warehouse.bytes() < settings.smallBytes();
  }

  @Override
  public boolean holds(String table) throws IOException {
    return warehouse.holds(table);
  }

  @Override
  public Map<String, String> stale() throws IOException {
    return tables.stale(session);
  }

  @Override
  public void close() {
    try (copies) {
      streams.close();
      session.close();
    }
  }
}
