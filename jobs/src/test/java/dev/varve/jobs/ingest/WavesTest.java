package dev.varve.jobs.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waves of one number each: what is read while another is published, and in which order. */
@Timeout(300)
class WavesTest {
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
  private static final Map<Integer, CountDownLatch> BEGAN = new ConcurrentHashMap<>();

  private static final Pattern COUNT = Pattern.compile("numbers=\\d+");

  @TempDir private Path folder;

  @BeforeEach
  void clear() {
    EVENTS.clear();
    BEGAN.clear();
  }

  private static CountDownLatch began(int number) {
    return BEGAN.computeIfAbsent(number, key -> new CountDownLatch(1));
  }

  /** Publishes a number only once the next one is being read. */
  private record Numbers(Run run, Path warehouse, int last, int broken)
      implements Waves.Wave<Integer, Integer, Integer> {
    @Override
    public List<Integer> items(List<Integer> parts) {
      return parts;
    }

    @Override
    public Task<Integer, Integer> task(NewFiles files) {
      return (number, context) -> {
        EVENTS.add("read " + number);
        began(number).countDown();
        return number;
      };
    }

    @Override
    public Kept add(
        List<Integer> parts, List<Waves.Ended<Integer, Integer>> ended, Publication publication)
        throws IOException {
      int number = parts.get(0);
      if (number < last) {
        EVENTS.add(isBegun(number + 1) ? "next is read" : "nothing is read");
      }
      if (number == broken) {
        throw new IOException("no space left");
      }
      if (number > 0) {
        EVENTS.add("row " + published());
      }
      run.count("numbers", ended.size());
      EVENTS.add("publish " + number);
      return new Kept("number", ended.size(), ended.size());
    }

    private String published() {
      try {
        Matcher count = COUNT.matcher(DuckDb.rows(warehouse, "run").toString());
        return count.find() ? count.group() : "nothing";
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private static boolean isBegun(int number) {
      try {
        return began(number).await(60, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  private void read(String engine, int numbers, int broken) throws IOException {
    SettingReader settings = TestEngine.settings("engine.name=" + engine, "ingest.publish-bytes=1");
    IngestSettings ingest = settings.bind("ingest", IngestSettings.class);
    List<Integer> all = IntStream.range(0, numbers).boxed().toList();
    try (Runs runs = TestEngine.runs(settings)) {
      runs.execute(
          "ingest registry",
          Map.of(),
          folder.toString(),
          run ->
              new Waves<>(run, ingest, one -> 1, new Numbers(run, folder, numbers - 1, broken))
                  .read("reading", all, new Kept("number", numbers, numbers)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void theNextIsReadWhileOneIsPublished(String engine) throws Exception {
    read(engine, 3, -1);
    assertThat(EVENTS)
        .filteredOn(event -> event.startsWith("publish"))
        .containsExactly("publish 0", "publish 1", "publish 2");
    assertThat(EVENTS).doesNotContain("nothing is read");
    // At most one is read and not published: 2 waits for the publication of 0.
    assertThat(EVENTS).containsSubsequence("read 1", "publish 0", "read 2", "publish 1");
    // The row of the run has what is published, and nothing of what is read meanwhile.
    assertThat(EVENTS).containsSubsequence("row numbers=1", "publish 1", "row numbers=2");
  }

  @Test
  void afterAFaultOfAPublicationNothingIsPublished() {
    assertThatThrownBy(() -> read("local", 4, 1)).hasMessage("no space left");
    assertThat(EVENTS)
        .filteredOn(event -> event.startsWith("publish"))
        .containsExactly("publish 0");
    assertThat(EVENTS).doesNotContain("read 3");
  }
}
