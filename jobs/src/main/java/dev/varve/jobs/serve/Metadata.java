package dev.varve.jobs.serve;

import dev.varve.jobs.catalog.Catalog;
import dev.varve.jobs.catalog.Found;
import dev.varve.jobs.catalog.Relation;
import dev.varve.jobs.catalog.Relations;
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
 * The catalogue in the columns of {@link DatabaseMetaData}, in which clients ask for it. There is
 * one schema and no catalogue above it.
 */
final class Metadata {
  private static final String NO_CATALOG = "";
  private static final String SCHEMA = Catalog.SCHEMA;
  private static final StructType NAMES = schema("TABLE_SCHEM TABLE_CATALOG");
  private static final StructType TABLES =
      schema(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
              + " SELF_REFERENCING_COL_NAME REF_GENERATION");
  private static final StructType COLUMNS =
      schema(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
              + " BUFFER_LENGTH:int DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS"
              + " COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short IS_AUTO_INCREMENT");
  private static final StructType TYPES =
      schema(
          "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
              + " NULLABLE:short CASE_SENSITIVE:boolean SEARCHABLE:short"
              + " UNSIGNED_ATTRIBUTE:boolean FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean"
              + " LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int"
              + " SQL_DATETIME_SUB:int NUM_PREC_RADIX:int");
  private static final StructType FUNCTIONS =
      schema("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:int SPECIFIC_NAME");
  static final StructType CATALOGS = schema("TABLE_CAT");
  static final StructType PRIMARY_KEYS =
      schema("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:int PK_NAME");
  static final StructType CROSS_REFERENCES =
      schema(
          "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
              + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:int UPDATE_RULE:int DELETE_RULE:int FK_NAME"
              + " PK_NAME DEFERRABILITY:int");

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

  Metadata(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Columns of texts, and where a name says so, of others. */
  private static StructType schema(String columns) {
    StructType schema = new StructType();
    for (String column : columns.split(" ")) {
      String[] parts = column.split(":");
      schema = schema.add(parts[0], parts.length > 1 ? parts[1] : "string");
    }
    return schema;
  }

  Found schemas(@Nullable String schemas) {
    return fits(schemas) ? rows(NAMES, row(SCHEMA, NO_CATALOG)) : rows(NAMES);
  }

  private static boolean fits(@Nullable String schemas) {
    return LikePattern.of(schemas).fits(SCHEMA);
  }

  Found tableTypes() {
    return rows(schema("TABLE_TYPE"), row("TABLE"), row("VIEW"));
  }

  /**
   * Tables and views.
   *
   * @param types those that are wanted; empty for all
   */
  Found tables(@Nullable String schemas, @Nullable String names, List<String> types) {
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
    return Found.of(TABLES, rows);
  }

  private static List<Relation> named(@Nullable String schemas, @Nullable String names) {
    LikePattern like = LikePattern.of(names);
    return fits(schemas)
        ? Relations.all().stream().filter(each -> like.fits(each.name())).toList()
        : List.of();
  }

  Found columns(@Nullable String schemas, @Nullable String tables, @Nullable String columns)
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
    return Found.of(COLUMNS, rows);
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

  Found types() {
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
    return Found.of(TYPES, rows);
  }

  Found functions(@Nullable String schemas, @Nullable String names) {
    LikePattern like = LikePattern.of(names);
    List<Row> rows =
        CollectionConverters.asJava(FunctionRegistry.builtin().listFunction()).stream()
            .map(function -> function.funcName().toLowerCase(Locale.ROOT))
            .filter(like::fits)
            .sorted()
            .map(name -> row(null, null, name, "", DatabaseMetaData.functionResultUnknown, name))
            .toList();
    return fits(schemas) ? Found.of(FUNCTIONS, rows) : rows(FUNCTIONS);
  }

  static Found rows(StructType schema, Row... rows) {
    return Found.of(schema, Arrays.asList(rows));
  }

  private static Row row(@Nullable Object... values) {
    return RowFactory.create(Stream.of(values).toArray());
  }
}
