package dev.varve.jobs.catalog;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Schemas, comments and sort orders of tables in Iceberg, from their declarations. */
final class IcebergSchemas {
  private static final Pattern SORTED = Pattern.compile("Sorted by ([a-z_]+(?:, [a-z_]+)*)\\.");

  private IcebergSchemas() {}

  /** The columns of a table with their comments; those that are NOT NULL are required. */
  static Schema schema(String table) {
    Columns columns = Tables.columns(table);
    Map<String, String> comments = Tables.declaration(table).comments();
    AtomicInteger ids = new AtomicInteger(columns.size());
    List<Types.NestedField> fields = new ArrayList<>();
    for (Columns.Column column : columns.all()) {
      fields.add(
          Types.NestedField.builder()
              .withId(fields.size() + 1)
              .isOptional(column.nullable())
              .withName(column.name())
              .ofType(type(column.type(), ids))
              .withDoc(comments.get(column.name()))
              .build());
    }
    return new Schema(fields);
  }

  private static Type type(ColumnType type, AtomicInteger ids) {
    if (type instanceof ColumnType.ListOf list) {
      return Types.ListType.ofRequired(ids.incrementAndGet(), type(list.element(), ids));
    }
    if (type instanceof ColumnType.MapOf map) {
      return Types.MapType.ofRequired(
          ids.incrementAndGet(),
          ids.incrementAndGet(),
          type(map.key(), ids),
          type(map.value(), ids));
    }
    return switch ((ColumnType.Scalar) type) {
      case BOOLEAN -> Types.BooleanType.get();
      case INT -> Types.IntegerType.get();
      case BIGINT -> Types.LongType.get();
      case DOUBLE -> Types.DoubleType.get();
      case STRING -> Types.StringType.get();
      case BINARY -> Types.BinaryType.get();
      case TIMESTAMP -> Types.TimestampType.withZone();
    };
  }

  /** The columns by which each file of a table is sorted, as its comment states them. */
  static List<String> sortColumns(TableDeclaration table) {
    Matcher sorted = SORTED.matcher(comment(table));
    return sorted.find() ? List.of(sorted.group(1).split(", ")) : List.of();
  }

  static SortOrder sortOrder(Schema schema, TableDeclaration table) {
    SortOrder.Builder order = SortOrder.builderFor(schema);
    sortColumns(table).forEach(order::asc);
    return order.build();
  }

  /** The prose of a table in one line. */
  static String comment(TableDeclaration table) {
    return String.join(" ", table.prose());
  }
}
