package dev.varve.jobs.found;

import dev.varve.jobs.damage.PageChecksums;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.query.DuckSession;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.views.DuckText;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** By DuckDB, in this process: few rows, whatever file system they lie on. */
final class DuckFound extends FoundRows {
  private static final long MEMORY_BYTES = 256 << 20;

  private final DuckSession session;
  private final LocalCopies files;

  private DuckFound(Run run, DuckSession session) {
    super(run);
    this.session = session;
    this.files = new LocalCopies(run.spark().sparkContext().hadoopConfiguration());
  }

  /** Empty where Spark has to do it: of many rows, and where DuckDB's library does not load. */
  static Optional<DuckFound> open(Run run) {
    try {
      return run.isFitForFewRows() && !run.isSparkAsked()
          ? Optional.of(
              new DuckFound(
                  run, DuckSession.holding(MEMORY_BYTES, System.getProperty("java.io.tmpdir"))))
          : Optional.empty();
    } catch (SQLException | LinkageError e) {
      return Optional.empty();
    }
  }

  @Override
  public void show(String view, StagedStream stream, String table) throws IOException {
    String struct = DuckText.name(table);
    String columns =
        Arrays.stream(stream.columns(table).fields())
            .map(field -> column(struct, field) + " AS " + DuckText.name(field.name()))
            .collect(Collectors.joining(", "));
    create(
        "VIEW",
        view,
        "SELECT %s FROM read_parquet([%s]) WHERE %s IS NOT NULL"
            .formatted(
                columns,
                patterns(stream.files()).stream()
                    .map(DuckText::quoted)
                    .collect(Collectors.joining(", ")),
                struct));
  }

  private static String column(String struct, StructField field) {
    String part = "struct_extract(%s, %s)".formatted(struct, DuckText.quoted(field.name()));
    return field.dataType().equals(DataTypes.TimestampType)
        ? "make_timestamptz(%s)".formatted(part)
        : part;
  }

  @Override
  public void showPublished(String table) throws IOException {
    List<String> published = run().warehouse().files(table);
    List<Path> local = new ArrayList<>();
    for (String file : published) {
      local.add(files.of(file));
    }
    PageChecksums.verify(local);
    create(
        "VIEW",
        table,
        published.isEmpty() ? DuckText.none(table) : DuckText.rows(table, patterns(published)));
  }

  @Override
  public void show(String view, String sql, Map<String, Object> parameters) {
    create("VIEW", view, filled(sql, parameters));
  }

  @Override
  public void keep(Publication publication, String view, String query) {
    create("TABLE", view, SqlFiles.text("ingest", query));
  }

  private void create(String kind, String name, String sql) {
    try {
      session.execute("CREATE OR REPLACE %s %s AS %s".formatted(kind, DuckText.name(name), sql));
    } catch (SQLException e) {
      throw fault(name, e);
    }
  }

  @Override
  <T extends Record> List<T> records(String sql, Map<String, Object> parameters, Class<T> type) {
    try (ResultSet rows = session.query(filled(sql, parameters))) {
      return FoundValues.records(rows, type);
    } catch (SQLException e) {
      throw fault(type.getSimpleName(), e);
    }
  }

  @Override
  Publication.Rows addition(
      String table, String sql, Map<String, Object> parameters, int files, List<String> order) {
    StructType columns = Tables.schema(table);
    String sorted =
        "SELECT %s FROM (%s) AS found ORDER BY %s"
            .formatted(
                Arrays.stream(columns.fields())
                    .map(DuckFound::declared)
                    .collect(Collectors.joining(", ")),
                filled(sql, parameters),
                order.stream()
                    .map(name -> DuckText.name(name) + " NULLS FIRST")
                    .collect(Collectors.joining(", ")));
    return new Publication.Sorted(
        table,
        taker -> {
          try (DuckSession own = session.beside();
              ResultSet rows = own.query(sorted)) {
            FoundValues.rows(rows, columns, taker);
          } catch (SQLException e) {
            throw new IOException("table " + table + ": " + e.getMessage(), e);
          }
        });
  }

  private static String declared(StructField field) {
    String name = DuckText.name(field.name());
    return field.dataType().equals(DataTypes.TimestampType)
        ? "epoch_us(CAST(%s AS TIMESTAMP WITH TIME ZONE))".formatted(name)
        : name;
  }

  /** A text with its parameters as literals: a view has none. */
  private static String filled(String sql, Map<String, Object> parameters) {
    return DuckSession.PARAMETER
        .matcher(sql)
        .replaceAll(
            found -> {
              String name = found.group().substring(1);
              Object value = Objects.requireNonNull(parameters.get(name), name);
              return Matcher.quoteReplacement(literal(value));
            });
  }

  private static String literal(Object value) {
    if (value instanceof Number) {
      return value.toString();
    }
    String text = DuckText.quoted(value.toString());
    return value instanceof Instant ? "TIMESTAMPTZ " + text : text;
  }

  private List<String> patterns(List<String> some) throws IOException {
    List<String> patterns = new ArrayList<>();
    for (String file : some) {
      patterns.add(DuckText.pattern(files.of(file).toString()));
    }
    return patterns;
  }

  private static IllegalStateException fault(String what, SQLException e) {
    return new IllegalStateException(what + ": " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    session.close();
    files.close();
  }
}
