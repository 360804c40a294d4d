package dev.varve.jobs.serve.hive;

import dev.varve.jobs.serve.catalog.Catalog;
import dev.varve.jobs.serve.catalog.Relation;
import dev.varve.jobs.serve.catalog.Relations;
import dev.varve.jobs.serve.catalog.StatementResult;
import java.io.IOException;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The catalogue in the columns of {@link DatabaseMetaData}, in which clients request it. There is
 * one schema and no catalogue above it.
 */
public final class Metadata {
  private static final String NO_CATALOG = "";
  private static final String SCHEMA = Catalog.SCHEMA;
  private static final List<DataType> ALL_TYPES =
      List.of(
          DataTypes.BooleanType,
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType,
          DataTypes.createDecimalType(38, 18),
          DataTypes.StringType,
          DataTypes.BinaryType,
          DataTypes.DateType,
          DataTypes.TimestampType);

  private final Catalog catalog;

  public Metadata(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The one schema, if a pattern fits it. */
  public StatementResult schemas(@Nullable String schemas) {
    return fits(schemas)
        ? rows(MetadataColumns.NAMES, row(SCHEMA, NO_CATALOG))
        : rows(MetadataColumns.NAMES);
  }

  private static boolean fits(@Nullable String schemas) {
    return LikePattern.of(schemas).fits(SCHEMA);
  }

  /** Nothing, as there is only one. */
  public StatementResult catalogs() {
    return rows(MetadataColumns.CATALOGS);
  }

  /** Nothing, as none are declared. */
  public StatementResult primaryKeys() {
    return rows(MetadataColumns.PRIMARY_KEYS);
  }

  /** Nothing, as none are declared. */
  public StatementResult crossReferences() {
    return rows(MetadataColumns.CROSS_REFERENCES);
  }

  /** The kinds of relations. */
  public StatementResult tableTypes() {
    return rows(MetadataColumns.TABLE_TYPES, row("TABLE"), row("VIEW"));
  }

  /**
   * Tables and views.
   *
   * @param types those that are wanted; empty for all
   */
  public StatementResult tables(
      @Nullable String schemas, @Nullable String names, List<String> types) {
    List<Row> rows = new ArrayList<>();
    for (Relation relation : named(schemas, names)) {
      String type = relation.isTable() ? "TABLE" : "VIEW";
      if (types.isEmpty() || types.stream().anyMatch(type::equalsIgnoreCase)) {
        rows.add(
            row(
                NO_CATALOG,
                SCHEMA,
                relation.name(),
                type,
                relation.comment(),
                null,
                null,
                null,
                null,
                null));
      }
    }
    return StatementResult.of(MetadataColumns.TABLES, rows);
  }

  private static List<Relation> named(@Nullable String schemas, @Nullable String names) {
    LikePattern like = LikePattern.of(names);
    return fits(schemas)
        ? Relations.all().stream().filter(each -> like.fits(each.name())).toList()
        : List.of();
  }

  /** Columns, with their types and comments. */
  public StatementResult columns(
      @Nullable String schemas, @Nullable String tables, @Nullable String columns)
      throws IOException {
    LikePattern like = LikePattern.of(columns);
    List<Row> rows = new ArrayList<>();
    for (Relation relation : named(schemas, tables)) {
      StructType schema = catalog.schema(relation);
      for (int at = 0; at < schema.size(); at++) {
        if (like.fits(schema.apply(at).name())) {
          rows.add(column(relation, schema.apply(at), at));
        }
      }
    }
    return StatementResult.of(MetadataColumns.COLUMNS, rows);
  }

  private static Row column(Relation relation, StructField field, int at) {
    HiveType type = HiveType.of(field.dataType());
    Integer scale =
        field.dataType() instanceof DecimalType decimal
            ? Integer.valueOf(decimal.scale())
            : type.digits() == null ? null : Integer.valueOf(0);
    return row(
        NO_CATALOG,
        SCHEMA,
        relation.name(),
        field.name(),
        type.jdbc(),
        field.dataType().sql(),
        type.digits(),
        null,
        scale,
        type.digits() == null ? null : 10,
        field.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        field.getComment().isDefined() ? field.getComment().get() : "",
        null,
        null,
        null,
        null,
        at + 1,
        field.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO");
  }

  /** The types that columns have. */
  public StatementResult types() {
    List<Row> rows = new ArrayList<>();
    for (DataType type : ALL_TYPES) {
      HiveType hive = HiveType.of(type);
      boolean text = type.equals(DataTypes.StringType);
      boolean decimal = type instanceof DecimalType;
      String name = decimal ? "DECIMAL" : type.sql();
      rows.add(
          row(
              name,
              hive.jdbc(),
              hive.digits(),
              text ? "'" : null,
              text ? "'" : null,
              decimal ? "precision,scale" : null,
              (short) DatabaseMetaData.typeNullable,
              text,
              (short) DatabaseMetaData.typeSearchable,
              hive.digits() == null,
              false,
              false,
              name,
              (short) 0,
              (short) (decimal ? DecimalType.MAX_SCALE() : 0),
              null,
              null,
              hive.digits() == null ? null : 10));
    }
    return StatementResult.of(MetadataColumns.TYPES, rows);
  }

  /** The functions of the engine. */
  public StatementResult functions(@Nullable String schemas, @Nullable String names) {
    LikePattern like = LikePattern.of(names);
    List<Row> rows =
        CollectionConverters.asJava(FunctionRegistry.builtin().listFunction()).stream()
            .map(function -> function.funcName().toLowerCase(Locale.ROOT))
            .filter(like::fits)
            .sorted()
            .map(name -> row(null, null, name, "", DatabaseMetaData.functionResultUnknown, name))
            .toList();
    return fits(schemas)
        ? StatementResult.of(MetadataColumns.FUNCTIONS, rows)
        : rows(MetadataColumns.FUNCTIONS);
  }

  private static StatementResult rows(StructType schema, Row... rows) {
    return StatementResult.of(schema, Arrays.asList(rows));
  }

  private static Row row(@Nullable Object... values) {
    return RowFactory.create(Stream.of(values).toArray());
  }
}
