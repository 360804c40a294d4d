package dev.varve.jobs.warehouse.parquet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.ColumnType.ListOf;
import dev.varve.jobs.warehouse.row.ColumnType.MapOf;
import dev.varve.jobs.warehouse.row.ColumnType.Scalar;
import dev.varve.jobs.warehouse.row.Columns;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a table in the JSON form that Spark stores in the metadata of Parquet files. With
 * it a Spark session that reads a file of Varve shows the comments of the columns.
 */
final class SparkSchema {
  static final String KEY = "org.apache.spark.sql.parquet.row.metadata";

  private SparkSchema() {}

  /**
   * The JSON text.
   *
   * @param comments by the names of columns
   */
  static String of(Columns columns, Map<String, String> comments) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "struct");
    var fields = schema.putArray("fields");
    for (Columns.Column column : columns.all()) {
      ObjectNode field = fields.addObject().put("name", column.name());
      addType(field, "type", column.type());
      field.put("nullable", column.nullable());
      ObjectNode metadata = field.putObject("metadata");
      String comment = comments.get(column.name());
      if (comment != null) {
        metadata.put("comment", comment);
      }
    }
    return schema.toString();
  }

  private static void addType(ObjectNode parent, String key, ColumnType type) {
    if (type instanceof ListOf list) {
      ObjectNode array = parent.putObject(key).put("type", "array");
      array.put("elementType", name(list.element())).put("containsNull", true);
    } else if (type instanceof MapOf map) {
      ObjectNode entries = parent.putObject(key).put("type", "map");
      entries.put("keyType", name(map.key())).put("valueType", name(map.value()));
      entries.put("valueContainsNull", true);
    } else {
      parent.put(key, name((Scalar) type));
    }
  }

  private static String name(Scalar type) {
    return switch (type) {
      case INT -> "integer";
      case BIGINT -> "long";
      default -> type.name().toLowerCase(Locale.ROOT);
    };
  }
}
