package dev.varve.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation of the port, on both adapters, with rows worked out by hand. */
class EngineContractTest {
  private static final String PLANETS =
      """
      SELECT 'b' AS name, 2 AS number UNION ALL SELECT 'a', 3 UNION ALL SELECT 'a', 1
      UNION ALL SELECT NULL, 4""";

  @TempDir private Path folder;

  private record Planet(@Nullable String name, int number) {}

  private record Sum(String key, long total) {}

  private record Seen(int place, @Nullable String name, int number) {}

  private record Item(Fingerprint fingerprint, long bytes) {}

  enum Kind {
    GAS,
    ROCK
  }

  @SuppressWarnings("ArrayRecordComponent") // compared field by field
  private record All(
      boolean flag,
      int number,
      long large,
      double ratio,
      String text,
      Fingerprint fingerprint,
      Instant at,
      long madeAtMicros,
      Kind kind,
      int[] integers,
      long[] longs,
      boolean[] flags,
      Nullables none) {}

  @SuppressWarnings("ArrayRecordComponent") // compared field by field
  private record Nullables(
      @Nullable Integer noNumber,
      @Nullable Long noLarge,
      @Nullable String noText,
      @Nullable Instant noMoment,
      byte @Nullable [] noBytes) {}

  private Engine engine(String adapter) throws Exception {
    return engine(adapter, "contract");
  }

  private Engine engine(String adapter, String job) throws Exception {
    if (adapter.equals("local")) {
      return new LocalEngine(
          new LocalSettings(256 << 20, folder.toString(), 0, true), LocalStore.disk());
    }
    return new SparkEngine(
        TestEngine.session().newSession(), 0, path(folder.resolve("scratch")), job);
  }

  private static String path(Path local) {
    return Locations.of(local);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void recordsComeBackAsTheyWere(String adapter) throws Exception {
    Nullables none = new Nullables(null, null, null, null, null);
    Nullables some = new Nullables(7, 8L, "ü\u0000\ud83d\ude00", Instant.EPOCH, new byte[] {0, -1});
    List<All> all = List.of(all(none), all(some));
    try (Engine engine = engine(adapter)) {
      engine.records("everything", All.class, all);
      assertThat(engine.all(Query.of("SELECT * FROM everything"), All.class))
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactlyInAnyOrderElementsOf(all);
      engine.materialize("everything", Query.of("SELECT * FROM everything"));
      assertThat(engine.all(Query.of("SELECT * FROM everything"), All.class))
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactlyInAnyOrderElementsOf(all);
    }
  }

  private static All all(Nullables none) {
    return new All(
        true,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        0.1,
        "a'b\\c\n",
        Fingerprint.of(new byte[] {1, -2}),
        Instant.parse("2026-01-02T03:04:05.000006Z"),
        -1,
        Kind.ROCK,
        new int[] {3, 1},
        new long[] {},
        new boolean[] {true, false},
        none);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void filesAreShownWithTheColumnsThatTheyLack(String adapter) throws Exception {
    Binder<Planet> planets = Binder.of(Planet.class);
    RowFile file =
        RowFile.ofScratch(
            planets.columns(), path(folder.resolve("p [1]*.parquet")), LocalStore.disk());
    try (file) {
      file.add(planets.row(new Planet("x", 1)));
    }
    record Named(@Nullable String name, int number, @Nullable Long moons) {}
    try (Engine engine = engine(adapter)) {
      Columns columns = Binder.of(Named.class).columns();
      engine.files("named", columns, List.of(file.written().path()));
      assertThat(engine.all(Query.of("SELECT * FROM named"), Named.class))
          .containsExactly(new Named("x", 1, null));
      engine.files("named", columns, List.of());
      assertThat(engine.isEmpty("named")).isTrue();
      assertThat(engine.count(Query.of("SELECT * FROM named"))).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aViewMayBeReplacedByWhatIsKeptOfIt(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      engine.view("planet", Query.of(PLANETS));
      engine.materialize(
          "planet", Query.of("SELECT * FROM planet WHERE number > :least").with("least", 1));
      engine.materialize(
          "planet", Query.of("SELECT * FROM planet WHERE name = :name").with("name", "a"));
      assertThat(engine.onlyRow(Query.of("SELECT * FROM planet"), Planet.class))
          .isEqualTo(new Planet("a", 3));
      engine.drop("planet");
      assertThatThrownBy(() -> engine.count(Query.of("SELECT * FROM planet")))
          .hasMessageContaining("planet");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void rowsComeInTheOrderOfTheirQuery(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      engine.view("planet", Query.of(PLANETS));
      List<Integer> numbers = new ArrayList<>();
      engine.each(
          Query.of("SELECT * FROM planet ORDER BY number DESC"),
          Planet.class,
          planet -> numbers.add(planet.number()));
      assertThat(numbers).containsExactly(4, 3, 2, 1);
      // A sum is wider than what it adds up.
      Query sums =
          Query.of(
              "SELECT name AS key, sum(number) AS total FROM planet GROUP BY name HAVING sum(number) > 3 AND name = 'a'");
      assertThat(engine.all(sums, Sum.class)).containsExactly(new Sum("a", 4));
    }
  }

  /** Sums of DuckDB's are HUGEINT; Spark's are BIGINT. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void wholeNumbersOfResultsAreLongs(String adapter) throws Exception {
    String sums =
        "SELECT sum(n) AS total, sum(n) / 2 AS half, count(*) AS rows, max(n) AS most, sum(n / 2) AS halves"
            + " FROM (SELECT CAST(4611686018427387904 AS BIGINT) AS n UNION ALL SELECT %s) AS numbers";
    try (Engine engine = engine(adapter);
        Result result = engine.result(Query.of(sums.formatted("4611686018427387903")))) {
      assertThat(result.columns())
          .extracting(Result.Column::kind)
          .containsExactly(
              Result.Kind.WHOLE_NUMBER,
              Result.Kind.NUMBER,
              Result.Kind.WHOLE_NUMBER,
              Result.Kind.WHOLE_NUMBER,
              Result.Kind.NUMBER);
      assertThat(result.remainingRows())
          .containsExactly(List.of(Long.MAX_VALUE, 0x1p62, 2L, 1L << 62, 0x1p62));
    }
    try (Engine engine = engine(adapter)) {
      Query beyond = Query.of(sums.formatted("4611686018427387904"));
      assertThatThrownBy(
              () -> {
                try (Result result = engine.result(beyond)) {
                  result.remainingRows();
                }
              })
          .hasStackTraceContaining(
              adapter.equals("local") ? "out of range for the destination type" : "overflow");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void tablesAreWrittenSorted(String adapter) throws Exception {
    List<Item> items =
        IntStream.range(0, 1000)
            .mapToObj(n -> new Item(Fingerprint.of(new byte[] {(byte) (n * 7), (byte) n}), n))
            .toList();
    String columns =
        "fingerprint, bytes, bytes AS copies, 1 AS layers, 1 AS images, 1 AS repositories";
    try (Engine engine = engine(adapter)) {
      engine.records("item", Item.class, items);
      List<RowFile.Written> files =
          engine.write(
              "file_sharing",
              Query.of("SELECT %s FROM item".formatted(columns)),
              List.of("fingerprint"),
              new NewFiles(path(folder), path(folder.resolve("out")), "one"));
      assertThat(files.stream().mapToLong(RowFile.Written::rows).sum()).isEqualTo(1000);
      try (DuckDb duck = new DuckDb()) {
        List<String> read = new ArrayList<>();
        for (RowFile.Written file : files) {
          String local = Locations.local(file.path()).toString();
          duck.csv("SELECT hex(fingerprint) FROM '%s'".formatted(local)).stream()
              .skip(1)
              .forEach(read::add);
        }
        assertThat(read).hasSize(1000).isSorted();
      }
      assertThatThrownBy(
              () ->
                  engine.write(
                      "file_sharing",
                      Query.of(
                          "SELECT %s FROM item"
                              .formatted(columns.replaceFirst("bytes", "NULL AS bytes"))),
                      List.of(),
                      new NewFiles(path(folder), path(folder.resolve("fault")), "one")))
          .hasStackTraceContaining("column bytes of table file_sharing is null");
    }
  }

  /** Numbers what it is given, and says how many there were. */
  private static final class Numbering implements Fold<Planet> {
    private int place;

    @Override
    public void add(Planet row, Consumer<Record> output) {
      output.accept(new Seen(place++, row.name(), row.number()));
    }

    @Override
    public void finish(Consumer<Record> output) {
      output.accept(new Sum("rows", place));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void oneFoldSeesAllRowsInOrder(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      engine.fold(
          Ordered.by(Query.of(PLANETS), Planet.class, "name", "number"),
          Numbering::new,
          new Output("seen", Seen.class),
          new Output("total", Sum.class));
      assertThat(engine.all(Query.of("SELECT * FROM seen ORDER BY place"), Seen.class))
          .containsExactly(
              new Seen(0, null, 4), new Seen(1, "a", 1), new Seen(2, "a", 3), new Seen(3, "b", 2));
      assertThat(engine.onlyRow(Query.of("SELECT * FROM total"), Sum.class))
          .isEqualTo(new Sum("rows", 4));
    }
  }

  /**
   * A task that sorts all rows takes as long as the rows are many, however many machines there are.
   */
  @Test
  void manyTasksSortTheRowsOfOneFold() throws Exception {
    int rows = 10_000;
    List<Planet> planets =
        IntStream.range(0, rows).mapToObj(n -> new Planet("p", n * 7919 % rows)).toList();
    SparkSession session = TestEngine.session().newSession();
    session.conf().set("spark.sql.shuffle.partitions", "7");
    AtomicLong mostRows = new AtomicLong();
    SparkListener shuffled =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd task) {
            mostRows.accumulateAndGet(
                task.taskMetrics().shuffleReadMetrics().recordsRead(), Math::max);
          }
        };
    try (Engine engine =
        new SparkEngine(session, 1L << 30, path(folder.resolve("scratch")), "sorting")) {
      engine.records("planet", Planet.class, planets);
      session.sparkContext().addSparkListener(shuffled);
      engine.fold(
          Ordered.by(Query.of("SELECT * FROM planet"), Planet.class, "number"),
          List.of(Numbering::new, Numbering::new),
          new Output("seen", Seen.class),
          new Output("total", Sum.class));
      session.sparkContext().listenerBus().waitUntilEmpty();
      assertThat(engine.count(Query.of("SELECT * FROM seen WHERE place = number")))
          .isEqualTo(2L * rows);
      assertThat(engine.all(Query.of("SELECT * FROM total"), Sum.class))
          .containsExactly(new Sum("rows", rows), new Sum("rows", rows));
    } finally {
      session.sparkContext().removeSparkListener(shuffled);
    }
    assertThat(mostRows.get()).isBetween(1L, rows / 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aGroupGoesThroughOneFold(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      engine.fold(
          Ordered.by(Query.of(PLANETS), Planet.class, "name", "number").grouped(1),
          Numbering::new,
          new Output("seen", Seen.class),
          new Output("total", Sum.class));
      List<Seen> seen =
          engine.all(Query.of("SELECT * FROM seen WHERE name = 'a' ORDER BY place"), Seen.class);
      assertThat(seen).extracting(Seen::number).containsExactly(1, 3);
      assertThat(seen.get(1).place()).isEqualTo(seen.get(0).place() + 1);
      assertThat(
              engine.onlyRow(
                  Query.of("SELECT 'rows' AS key, sum(total) AS total FROM total"), Sum.class))
          .isEqualTo(new Sum("rows", 4));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void severalFoldsSeeAllRowsEach(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      List<Fold.Start<Planet>> folds = new ArrayList<>();
      for (int factor = 1; factor <= 5; factor++) {
        int times = factor;
        folds.add(
            Fold.each(
                (row, output) ->
                    output.accept(new Sum("by " + times, (long) row.number() * times))));
      }
      engine.fold(
          Ordered.unordered(Query.of(PLANETS), Planet.class),
          folds,
          new Output("product", Sum.class));
      assertThat(
              engine.all(
                  Query.of(
                      "SELECT key, sum(total) AS total FROM product GROUP BY key ORDER BY key"),
                  Sum.class))
          .containsExactly(
              new Sum("by 1", 10),
              new Sum("by 2", 20),
              new Sum("by 3", 30),
              new Sum("by 4", 40),
              new Sum("by 5", 50));
      engine.fold(
          Ordered.unordered(Query.of("SELECT * FROM product WHERE total < 0"), Sum.class),
          Fold.each((row, output) -> output.accept(row)),
          new Output("nothing", Sum.class));
      assertThat(engine.isEmpty("nothing")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aFaultOfAFoldIsThatOfTheOperation(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      assertThatThrownBy(
              () ->
                  engine.fold(
                      Ordered.unordered(Query.of(PLANETS), Planet.class),
                      Fold.each(
                          (row, output) -> {
                            throw new IllegalStateException("planet " + row.number());
                          }),
                      new Output("nothing", Sum.class)))
          .hasStackTraceContaining("planet ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void tasksAnswerInTheOrderOfTheirItems(String adapter) throws Exception {
    try (Engine engine = engine(adapter)) {
      AtomicLong done = new AtomicLong();
      List<Long> items = LongStream.range(0, 100).boxed().toList();
      List<Long> squares =
          engine.tasks(
              items,
              (item, context) -> {
                context.done(item);
                return item * item;
              },
              done::addAndGet);
      assertThat(squares).isEqualTo(items.stream().map(item -> item * item).toList());
      assertThat(done).hasValue(4950);
      assertThat(engine.<Long, Long>tasks(List.of(), (item, context) -> item)).isEmpty();
      assertThatThrownBy(
              () ->
                  engine.<Long, Long>tasks(
                      items,
                      (item, context) -> {
                        if (item == 77) {
                          throw new IOException("item " + item);
                        }
                        return item;
                      }))
          .hasStackTraceContaining("item 77");
    }
  }

  /** Results until some number of them, with the items' own numbers. */
  private static final class Taken implements Parallel.Results<Long> {
    private final Map<Integer, Long> all = new ConcurrentHashMap<>();
    private final AtomicBoolean enough;

    Taken(AtomicBoolean enough) {
      this.enough = enough;
    }

    @Override
    public void add(int place, Long result) {
      all.put(place, result);
    }

    @Override
    public boolean isEnough() {
      return enough.get();
    }
  }

  private static final AtomicBoolean ENOUGH = new AtomicBoolean();

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void resultsBeforeAFaultOrAStopAreReceived(String adapter) throws Exception {
    List<Long> items = LongStream.range(0, 40).boxed().toList();
    String job = "stopped " + adapter;
    SparkContext context = TestEngine.session().sparkContext();
    context.setJobGroup(job, job, false);
    try (Engine engine = engine(adapter, job)) {
      Taken all = new Taken(new AtomicBoolean());
      engine.tasks(items, (item, in) -> item * item, bytes -> {}, all);
      assertThat(all.all).hasSize(40).containsEntry(7, 49L);

      Taken beforeFault = new Taken(new AtomicBoolean());
      assertThatThrownBy(
              () ->
                  engine.tasks(
                      items,
                      (item, in) -> {
                        if (item == 33) {
                          throw new IOException("item 33");
                        }
                        return item;
                      },
                      bytes -> {},
                      beforeFault))
          .hasStackTraceContaining("item 33");
      assertThat(beforeFault.all).containsEntry(3, 3L).doesNotContainKey(33);

      ENOUGH.set(false);
      Taken beforeStop = new Taken(ENOUGH);
      engine.tasks(
          items,
          (item, in) -> {
            if (item == 20) {
              ENOUGH.set(true);
            }
            while (item >= 20 && !in.isStopped()) {
              LockSupport.parkNanos(1_000_000);
            }
            return item;
          },
          bytes -> {},
          beforeStop);
      assertThat(beforeStop.all).containsEntry(3, 3L).hasSizeBetween(15, 24);
      assertThat(engine.count(Query.of("SELECT 1 AS one"))).isEqualTo(1);
    } finally {
      context.clearJobGroup();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aResultIsReadRowByRowAndMayBeLeft(String adapter) throws Exception {
    String rows = "SELECT name, number, number > 1 AS more FROM (%s) AS p ORDER BY number";
    try (Engine engine = engine(adapter)) {
      try (Result result = engine.result(Query.of(rows.formatted(PLANETS)))) {
        assertThat(result.columns())
            .extracting(Result.Column::name)
            .containsExactly("name", "number", "more");
        assertThat(result.next().get(0)).isEqualTo("a");
        assertThat(result.next().get(2)).isEqualTo(true);
      }
      try (Result result = engine.result(Query.of(rows.formatted(PLANETS)))) {
        List<List<@Nullable Object>> rest = result.remainingRows();
        assertThat(rest).hasSize(4);
        assertThat(rest.get(3).get(0)).isNull();
        assertThat(result.hasNext()).isFalse();
      }
    }
  }

  private record Place(long at) {}

  /** Ten to the twelfth pairs take an hour. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatRunsEndsWhenItIsCancelledAndNothingBegins(String adapter) throws Exception {
    SparkContext context = TestEngine.session().sparkContext();
    String job = "cancelled " + adapter;
    context.setJobGroup(job, job, false);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Engine engine = engine(adapter, job)) {
      // Few combinations for each row of a: a task of Spark looks between these whether to go on.
      engine.records(
          "place", Place.class, LongStream.range(0, 200_000).mapToObj(Place::new).toList());
      Query endless =
          Query.of(
              "SELECT count(*) AS rows FROM place a, (SELECT p.at FROM place p WHERE p.at < 700) b,"
                  + " (SELECT p.at FROM place p WHERE p.at < 700) c"
                  + " WHERE (a.at + b.at * c.at) % 1000003 = 17");
      assertThat(engine.count(Query.of("SELECT * FROM place"))).isEqualTo(200_000);
      Future<Long> running = thread.submit(() -> engine.count(endless));
      assertThatThrownBy(() -> running.get(1, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      engine.cancel();
      assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class);
      assertThatThrownBy(() -> engine.count(endless)).isInstanceOf(Exception.class);
      while (tasks(context) > 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      thread.shutdownNow();
      context.clearJobGroup();
    }
  }

  /** Tasks of Spark that run. */
  private static int tasks(SparkContext context) {
    return Stream.of(context.statusTracker().getExecutorInfos())
        .mapToInt(SparkExecutorInfo::numRunningTasks)
        .sum();
  }
}
