package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Format;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.warehouse.table.SparkRows;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.SparkSession;

/** A warehouse opened by either engine, whatever settings would choose. */
public final class BothEngines {
  private BothEngines() {}

  /** The answers of reports, in order. */
  public static List<Answer> reports(Queries queries, List<String> names) throws IOException {
    return answers(queries, Question.of(names));
  }

  /** The answers to questions, in order. */
  static List<Answer> answers(Queries queries, List<Question> questions) throws IOException {
    List<Answer> answers = new ArrayList<>();
    queries.answers(
        questions,
        new Document() {
          @Override
          public void begin(List<String> all) {}

          @Override
          public void add(Answer answer) {
            answers.add(answer);
          }

          @Override
          public void end() {}
        });
    return answers;
  }

  /** Answers in every form in which a user can have them. */
  public static String printed(List<Answer> answers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Format format : List.of(Format.CSV, Format.JSON, Format.TABLE)) {
      try (Document document =
          format.on(new PrintStream(bytes, true, StandardCharsets.UTF_8), TableStyle.PLAIN)) {
        document.all(answers);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** By the local engine, which takes a hundredth of the time on small data. */
  public static Queries duck(Path warehouse, String... settings) throws Exception {
    return duck(warehouse, UnaryOperator.identity(), settings);
  }

  /** By the local engine, passed through a function. */
  public static Queries duck(Path warehouse, UnaryOperator<Engine> around, String... settings)
      throws Exception {
    SettingReader reader = SettingReader.of(null, null, List.of(settings));
    QuerySettings query = QuerySettings.read(reader);
    return new Queries(
        around.apply(new LocalEngine(query.choice().local(), LocalStore.disk())),
        WarehouseFiles.local(warehouse.toString()),
        query.smallBytes(),
        query.prices());
  }

  /** Statements of users, which only the local engine answers. */
  public static Statements statements(Path warehouse, String... settings) throws Exception {
    SettingReader reader = SettingReader.of(null, null, List.of(settings));
    QuerySettings query = QuerySettings.read(reader);
    return new Statements(
        new LocalEngine(query.choice().local(), LocalStore.disk()),
        WarehouseFiles.local(warehouse.toString()),
        query.allowed(),
        query.prices());
  }

  /** {@link #statements} for those who only know faults of the warehouse. */
  public static Statements opened(Path warehouse) throws IOException {
    SettingReader reader = SettingReader.of(null, null, List.of());
    QuerySettings query = QuerySettings.read(reader);
    return Statements.open("test", reader.finish(), query, warehouse.toString());
  }

  /** By Spark, on the context of the tests. */
  public static Queries spark(Path warehouse) throws Exception {
    return spark(warehouse, Prices.NONE);
  }

  /** By Spark, with prices. */
  static Queries spark(Path warehouse, Prices prices) throws Exception {
    SparkSession session = TestEngine.session().newSession();
    return new Queries(
        new SparkEngine(session, 0, null, "test"),
        SparkRows.warehouse(session, warehouse.toString()),
        Long.MAX_VALUE,
        prices);
  }

  /** The answer to a question over the views of a session. */
  static Answer answer(SparkSession session, Question question) {
    try {
      return Queries.answer(new SparkEngine(session, 0, null, "test"), question, Queries.ALL);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
