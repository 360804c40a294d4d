package dev.varve.jobs.query;

import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.selection.Question;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers to questions on one database, as many at a time as there are processors. A question on
 * few rows keeps one processor busy, most of all with its plan.
 */
final class SideBySide {
  private SideBySide() {}

  /** Who is given answers. */
  interface Taker {
    void take(Answer answer) throws IOException;
  }

  /**
   * Gives the answers in the order of the questions, each as soon as it is there.
   *
   * @param session has all that the questions name
   */
  static void answers(DuckSession session, List<Question> questions, int most, Taker taker)
      throws IOException {
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), questions.size());
    BlockingQueue<DuckSession> idle = new LinkedBlockingQueue<>(List.of(session));
    List<DuckSession> more = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads));
    try {
      for (int at = 1; at < threads; at++) {
        more.add(session.beside());
      }
      idle.addAll(more);
      Deque<Future<Answer>> asked = new ArrayDeque<>();
      for (Question question : questions) {
        asked.add(pool.submit(() -> answer(idle, question, most)));
      }
      while (!asked.isEmpty()) {
        taker.take(asked.remove().get());
      }
    } catch (SQLException e) {
      throw new IOException(DuckAnswers.told(e), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException told ? told : new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      // No session may be closed while a thread works with it.
      AtOnce.end(pool);
      more.forEach(DuckSession::close);
    }
  }

  private static Answer answer(BlockingQueue<DuckSession> idle, Question question, int most)
      throws IOException, InterruptedException {
    DuckSession session = idle.take();
    try {
      return answer(session, question, most);
    } finally {
      idle.add(session);
    }
  }

  /** The answer of a report or a check, held in memory. */
  static Answer answer(DuckSession session, Question question, int most) throws IOException {
    String sql = question.sql();
    Header header = Header.read(SqlFiles.heading(sql), SqlFiles.header(sql));
    String rows = most == Queries.ALL ? sql : "SELECT * FROM (\n" + sql + "\n) LIMIT " + most;
    try {
      return held(session, question.name(), header, rows, most);
    } catch (SQLException e) {
      throw new IOException(question.name() + ": " + DuckAnswers.told(e), e);
    } catch (UncheckedIOException e) {
      throw new IOException(question.name() + ": " + e.getMessage(), e);
    }
  }

  /** The first rows, in memory. Planned once: of few rows, that is what takes the time. */
  static Answer held(DuckSession session, String name, Header header, String sql, int most)
      throws SQLException {
    PreparedStatement planned = session.planned(sql);
    return DuckAnswers.answer(name, header, planned, () -> DuckAnswers.rows(planned)).first(most);
  }
}
