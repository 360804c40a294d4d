package dev.varve.jobs.engine.spark;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.row.Reader;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.NewFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The engine that runs on Spark, on a cluster or in this process. Kept views and the records that
 * folds emit are stored as files in the scratch folder, which readers of the warehouse do not see.
 */
public final class SparkEngine implements Engine {
  /**
   * A mark in SQL texts: the condition of a common table expression that several others read, and
   * that should be computed once.
   */
  private static final String ONCE_MARK = "/* once */ true";

  /**
   * The condition that replaces the mark. It is always true, but Spark's optimizer treats it as
   * random. So Spark does not copy the expression into every place that reads it.
   */
  private static final String COMPUTED_ONCE = "rand() < 2";

  private static final String DESCRIPTION = "spark.job.description";

  private final SparkSession spark;
  private final SparkTuning tuning;
  private final JavaSparkContext context;
  private final Broadcast<SerializableConfiguration> hadoop;
  private final @Nullable String scratch;
  private final String job;
  private final AtomicLong nextNumber = new AtomicLong();
  private final Map<String, Dataset<Row>> persisted = new ConcurrentHashMap<>();

  /**
   * An engine without views.
   *
   * @param spark a session of its own, which closing leaves open
   * @param bytes bytes of the tables and inputs that it will read, as far as they are known
   * @param scratch folder for intermediate files, deleted by the caller; null for an engine that
   *     only reads
   * @param job name of the verb's work in Spark's event log
   */
  public SparkEngine(SparkSession spark, long bytes, @Nullable String scratch, String job) {
    this.spark = spark;
    this.tuning = SparkTuning.fit(spark, bytes);
    this.scratch = scratch;
    this.job = job;
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    hadoop =
        context.broadcast(
            new SerializableConfiguration(
                ((org.apache.spark.sql.classic.SparkSession) spark)
                    .sessionState()
                    .newHadoopConf()));
  }

  @Override
  public boolean isEmbedded() {
    return false;
  }

  @Override
  public int parallelism() {
    return SparkTuning.parallelism(spark);
  }

  @Override
  public void files(String view, Columns columns, Collection<String> files) {
    show(view, rows(columns, files));
  }

  /**
   * Shows files as a view, and tunes the session to their bytes, which are known from the listing.
   */
  private void show(String view, Dataset<Row> files) {
    var classic = (org.apache.spark.sql.classic.Dataset<Row>) files;
    tuning.show(view, classic.queryExecution().analyzed().stats().sizeInBytes().toLong());
    files.createOrReplaceTempView(view);
  }

  /**
   * The rows of files. Their names are taken literally: brackets and braces in them are not
   * patterns.
   */
  private Dataset<Row> rows(Columns columns, Collection<String> files) {
    return files.isEmpty()
        ? spark.createDataFrame(List.of(), SparkRows.schema(columns))
        : spark
            .read()
            .option("__globPaths__", "false")
            .schema(SparkRows.schema(columns))
            .parquet(files.toArray(String[]::new));
  }

  @Override
  public <T extends Record> void records(String view, Class<T> type, List<T> records) {
    Binder<T> binder = Binder.of(type);
    List<Row> rows =
        records.stream().map(row -> SparkRows.row(binder.row(row), binder.columns())).toList();
    spark.createDataFrame(rows, SparkRows.schema(binder.columns())).createOrReplaceTempView(view);
  }

  private Dataset<Row> select(Query query) {
    return spark.sql(query.sql().replace(ONCE_MARK, COMPUTED_ONCE), query.parameters());
  }

  @Override
  public void view(String name, Query query) {
    select(query).createOrReplaceTempView(name);
  }

  @Override
  public void materialize(String name, Query query) {
    Dataset<Row> rows = select(query);
    if (scratch == null) {
      persisted.put(name, rows.persist());
      rows.createOrReplaceTempView(name);
      return;
    }
    String folder =
        Locations.in(Objects.requireNonNull(scratch), name + "-" + nextNumber.incrementAndGet());
    own(
        () -> {
          rows.write()
              .option("compression", "snappy")
              .option("parquet.enable.dictionary", "false")
              .parquet(folder);
          return folder;
        });
    show(name, spark.read().option("__globPaths__", "false").schema(rows.schema()).parquet(folder));
  }

  @Override
  public void drop(String name) throws IOException {
    spark.catalog().dropTempView(name);
    tuning.show(name, 0);
  }

  @Override
  public <T extends Record> void each(Query query, Class<T> type, Consumer<T> consumer) {
    Dataset<Row> rows = select(query);
    Reader<T> reader = Reader.of(List.of(rows.columns()), type);
    SparkRows.select(rows, reader.columns())
        .toLocalIterator()
        .forEachRemaining(
            row -> consumer.accept(reader.record(SparkRows.values(row, reader.columns()))));
  }

  @Override
  public <T extends Record> List<T> all(Query query, Class<T> type) {
    Dataset<Row> rows = select(query);
    Reader<T> reader = Reader.of(List.of(rows.columns()), type);
    return own(() -> SparkRows.select(rows, reader.columns()).collectAsList()).stream()
        .map(row -> reader.record(SparkRows.values(row, reader.columns())))
        .toList();
  }

  @Override
  public Result result(Query query) {
    return new SparkResult(select(query));
  }

  @Override
  public List<RowFile.Written> write(
      String table, Query query, List<String> order, NewFiles files) {
    Columns columns = Tables.columns(table);
    Column[] by = order.stream().map(functions::col).toArray(Column[]::new);
    Dataset<Row> rows = SparkRows.select(select(query), columns);
    Dataset<Row> sorted =
        by.length == 0 ? rows.coalesce(1) : rows.repartitionByRange(by).sortWithinPartitions(by);

    Broadcast<SerializableConfiguration> configuration = hadoop;
    return phase(
        ", writing " + table,
        () ->
            sorted
                .javaRDD()
                .mapPartitions(
                    partition -> {
                      String part = String.valueOf(SparkTasks.attempt());
                      RowFile file =
                          RowFile.ofTable(
                              table, files.ofTable(table, part), SparkTasks.store(configuration));
                      try (file) {
                        while (partition.hasNext()) {
                          file.add(SparkRows.values(partition.next(), columns));
                        }
                      }
                      return List.of(file.written()).iterator();
                    })
                .collect());
  }

  @Override
  public <I extends Record> void fold(
      Ordered<I> rows, List<Fold.Start<I>> folds, Output... outputs) {
    Dataset<Row> query = select(rows.query());
    Reader<I> reader = Reader.of(List.of(query.columns()), rows.type());
    Dataset<Row> ordered = ordered(query, rows);
    boolean isOnePart = rows.groupColumns() == 0;
    if (folds.size() > 1 || isOnePart) {
      ordered.persist(StorageLevel.DISK_ONLY());
    }
    List<Output> targets = List.of(outputs);
    Columns columns = reader.columns();
    JavaRDD<Row> parts = SparkRows.select(ordered, columns).javaRDD();
    String parent =
        Locations.in(Objects.requireNonNull(scratch), "folds-" + nextNumber.incrementAndGet());
    List<Map<String, String>> written = new ArrayList<>();
    try {
      if (isOnePart) {
        phase(", sorting", parts::count); // by many tasks, so that a fold only reads
      }
      JavaRDD<Row> input = isOnePart ? InOrder.onePartition(parts) : parts;
      List<JavaRDD<Map<String, String>>> all =
          folds.stream()
              .map(fold -> folded(input, reader, context.broadcast(fold), targets, parent))
              .toList();
      written.addAll(phase("", () -> all.stream().reduce(JavaRDD::union).orElseThrow().collect()));
    } finally {
      ordered.unpersist();
    }
    for (Output output : targets) {
      List<String> files =
          written.stream().map(views -> views.get(output.view())).filter(Objects::nonNull).toList();
      files(output.view(), Binder.of(output.type()).columns(), files);
    }
  }

  private <I extends Record> JavaRDD<Map<String, String>> folded(
      JavaRDD<Row> input,
      Reader<I> reader,
      Broadcast<Fold.Start<I>> fold,
      List<Output> outputs,
      String folder) {
    Broadcast<SerializableConfiguration> configuration = hadoop;
    Columns columns = reader.columns();
    return input.mapPartitions(
        rows -> {
          Map<String, Class<? extends Record>> names = new HashMap<>();
          outputs.forEach(output -> names.put(output.view(), output.type()));
          ScratchFiles files =
              new ScratchFiles(
                  names, folder, SparkTasks.attempt(), SparkTasks.store(configuration));
          try (files) {
            Fold<I> started = fold.value().start();
            while (rows.hasNext()) {
              started.add(reader.record(SparkRows.values(rows.next(), columns)), files);
            }
            started.finish(files);
          }
          return List.of(files.written()).iterator();
        });
  }

  private Dataset<Row> ordered(Dataset<Row> query, Ordered<?> rows) {
    Column[] by = rows.order().stream().map(functions::col).toArray(Column[]::new);
    Column[] group = rows.groupKey().stream().map(functions::col).toArray(Column[]::new);
    return switch (rows.groupColumns()) {
      case Ordered.UNGROUPED -> query;
      case 0 -> query.repartitionByRange(by).sortWithinPartitions(by);
      default -> query.repartition(group).sortWithinPartitions(by);
    };
  }

  @Override
  public <T, R> List<R> tasks(List<T> items, Task<T, R> task, Progress progress) {
    return items.isEmpty() ? List.of() : SparkTasks.run(context, hadoop, items, task, progress);
  }

  @Override
  public <T, R> void tasks(
      List<T> items, Task<T, R> task, Progress progress, Parallel.Results<R> results) {
    if (!items.isEmpty()) {
      SparkTasks.run(context, hadoop, items, task, progress, results);
    }
  }

  private <R> R own(Supplier<R> work) {
    return OwnJobs.of(spark.sparkContext(), work);
  }

  /** Runs work with a description of its jobs in Spark's event log. */
  private <R> R phase(String addition, Supplier<R> work) {
    String previous = spark.sparkContext().getLocalProperty(DESCRIPTION);
    spark.sparkContext().setJobDescription(previous + addition);
    try {
      return own(work);
    } finally {
      spark.sparkContext().setJobDescription(previous);
    }
  }

  @Override
  public void describe(String phase) {
    spark.sparkContext().setJobDescription(phase);
  }

  @Override
  public void cancel() {
    spark.sparkContext().cancelJobGroupAndFutureJobs(job);
  }

  @Override
  public void close() {
    Set.copyOf(persisted.values()).forEach(Dataset::unpersist);
  }
}
