package dev.varve.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Times reports and checks one after another in one process, which has started and compiled before
 * the first is timed. Prints two lines for each, as soon as it is known: {@code begin KIND NAME},
 * {@code end ROWS WALL_SECONDS CPU_SECONDS FROM_MILLIS TO_MILLIS} or {@code fault MESSAGE}. Rows go
 * to {@code ANSWERS/KIND-NAME.csv} of the folder {@code -Danswers=ANSWERS}, to be compared with
 * those of the other engine.
 */
public final class QueryTimes {
  private static final double NANOS = 1e9;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final HexFormat HEX = HexFormat.of();

  private QueryTimes() {}

  /**
   * Arguments: WAREHOUSE NAMES, reports as {@code reports/NAME} and checks as {@code checks/NAME}
   * with commas between, then settings as {@code key=value}.
   */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    SettingReader reader = SettingReader.of(null, null, all.subList(2, all.size()));
    QuerySettings query = QuerySettings.read(reader);
    try (Queries queries = Queries.open("times", reader.finish(), query, all.get(0))) {
      ask(queries, "reports", "layer-profile");
      for (String name : all.get(1).split(",")) {
        String[] parts = name.split("/");
        System.out.printf("begin %s %s%n", parts[0], parts[1]);
        long from = System.currentTimeMillis();
        long wall = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        try {
          long rows = ask(queries, parts[0], parts[1]);
          System.out.printf(
              Locale.ROOT,
              "end %d %.3f %.3f %d %d%n",
              rows,
              (System.nanoTime() - wall) / NANOS,
              (SYSTEM.getProcessCpuTime() - cpu) / NANOS,
              from,
              System.currentTimeMillis());
        } catch (IOException | RuntimeException e) {
          System.out.println(
              "fault " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
      }
    }
  }

  private static long ask(Queries queries, String folder, String name) throws IOException {
    Path file = Path.of(System.getProperty("answers", "answers"), folder + "-" + name + ".csv");
    Files.createDirectories(file.getParent());
    long[] rows = new long[1];
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      Document keeping =
          new Document() {
            @Override
            public void begin(List<String> names) {}

            @Override
            public void add(Answer answer) throws IOException {
              for (List<@Nullable Object> row : answer.rows()) {
                out.write(
                    row.stream().map(QueryTimes::text).collect(Collectors.joining(",", "", "\n")));
                rows[0]++;
              }
            }

            @Override
            public void end() {}
          };
      queries.answers(List.of(new Question(name, SqlFiles.text(folder, name))), keeping);
    }
    return rows[0];
  }

  private static String text(@Nullable Object value) {
    return value instanceof byte[] bytes ? HEX.formatHex(bytes) : String.valueOf(value);
  }
}
