package dev.varve.jobs.serve;

import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Answers metadata calls of clients: lists of catalogs, schemas, and tables with their columns.
 * Views, published figures and reports are all listed as views. Catalog and schema have DuckDB's
 * names, so that listed names work in statements.
 */
final class Listings {
  private static final String CATALOG = "memory";
  private static final String SCHEMA = "main";
  private static final String TABLE = "TABLE";
  private static final String VIEW = "VIEW";

  /** Kinds by name, table or view; no table and view have equal names. */
  private static final Map<String, String> KINDS = readKinds();

  private final Function<String, Schema> columns;
  private final BufferAllocator allocator;

  /**
   * Lists of the newest state of a warehouse.
   *
   * @param columns gives the columns of a statement
   */
  Listings(Function<String, Schema> columns, BufferAllocator allocator) {
    this.columns = columns;
    this.allocator = allocator;
  }

  private static Map<String, String> readKinds() {
    Map<String, String> kinds = new TreeMap<>();
    SqlFiles.folder("reports").keySet().forEach(name -> kinds.put(ReportViews.name(name), VIEW));
    SqlFiles.folder("published").keySet().forEach(name -> kinds.put(name, VIEW));
    Tables.views().forEach(name -> kinds.put(name, VIEW));
    Tables.names().forEach(name -> kinds.put(name, TABLE));
    return kinds;
  }

  void catalogs(ServerStreamListener client) {
    send(Schemas.GET_CATALOGS_SCHEMA, List.of(List.of(CATALOG)), client);
  }

  void kinds(ServerStreamListener client) {
    send(Schemas.GET_TABLE_TYPES_SCHEMA, List.of(List.of(TABLE), List.of(VIEW)), client);
  }

  void sendEmpty(Schema schema, ServerStreamListener client) {
    send(schema, List.of(), client);
  }

  void schemas(CommandGetDbSchemas command, ServerStreamListener client) {
    boolean isOwnSchema =
        (!command.hasCatalog() || command.getCatalog().equals(CATALOG))
            && (!command.hasDbSchemaFilterPattern()
                || isLike(SCHEMA, command.getDbSchemaFilterPattern()));
    List<List<@Nullable Object>> rows = isOwnSchema ? List.of(List.of(CATALOG, SCHEMA)) : List.of();
    send(Schemas.GET_SCHEMAS_SCHEMA, rows, client);
  }

  void tables(CommandGetTables command, ServerStreamListener client) {
    boolean isOwnSchema =
        (!command.hasCatalog() || command.getCatalog().equals(CATALOG))
            && (!command.hasDbSchemaFilterPattern()
                || isLike(SCHEMA, command.getDbSchemaFilterPattern()));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Map.Entry<String, String> kind :
        isOwnSchema ? KINDS.entrySet() : Map.<String, String>of().entrySet()) {
      String name = kind.getKey();
      boolean matches =
          (!command.hasTableNameFilterPattern()
                  || isLike(name, command.getTableNameFilterPattern()))
              && (command.getTableTypesCount() == 0
                  || command.getTableTypesList().contains(kind.getValue()));
      if (matches) {
        List<@Nullable Object> row =
            new ArrayList<>(List.of(CATALOG, SCHEMA, name, kind.getValue()));
        if (command.getIncludeSchema()) {
          row.add(withComments(name).serializeAsMessage());
        }
        rows.add(row);
      }
    }
    send(
        command.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA,
        rows,
        client);
  }

  /** The columns of a table or view; those of tables with their comments. */
  private Schema withComments(String name) {
    Schema schema = columns.apply("SELECT * FROM " + name);
    if (!Tables.names().contains(name)) {
      return schema;
    }
    Map<String, String> comments = Tables.declaration(name).comments();
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      FlightSqlColumnMetadata.Builder metadata =
          new FlightSqlColumnMetadata.Builder()
              .catalogName(CATALOG)
              .schemaName(SCHEMA)
              .tableName(name)
              .remarks(comments.getOrDefault(field.getName(), ""))
              .isReadOnly(true);
      FieldType type =
          new FieldType(
              field.isNullable(),
              field.getType(),
              field.getDictionary(),
              metadata.build().getMetadataMap());
      fields.add(new Field(field.getName(), type, field.getChildren()));
    }
    return new Schema(fields);
  }

  /**
   * Whether a name matches a pattern of LIKE, in which a backslash makes the next character
   * literal. After a mismatch only the last percent sign is extended. So the time is at most the
   * product of both lengths, whatever a client sends.
   */
  private static boolean isLike(String name, String pattern) {
    int patternAt = 0;
    int nameAt = 0;
    int afterPercent = -1;
    int percentNameAt = 0;
    while (nameAt < name.length()) {
      char next = patternAt < pattern.length() ? pattern.charAt(patternAt) : 0;
      boolean isEscaped = next == '\\' && patternAt + 1 < pattern.length();
      char expected = isEscaped ? pattern.charAt(patternAt + 1) : next;
      if (next == '%') {
        patternAt++;
        afterPercent = patternAt;
        percentNameAt = nameAt;
      } else if (next == '_'
          || Character.toLowerCase(expected) == Character.toLowerCase(name.charAt(nameAt))) {
        patternAt += isEscaped ? 2 : 1;
        nameAt++;
      } else if (afterPercent >= 0) {
        patternAt = afterPercent;
        percentNameAt++;
        nameAt = percentNameAt;
      } else {
        return false;
      }
    }
    return pattern.substring(patternAt).chars().allMatch(next -> next == '%');
  }

  /** Sends rows, whose values are texts or bytes. */
  private void send(Schema schema, List<List<@Nullable Object>> rows, ServerStreamListener client) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      root.allocateNew();
      for (int row = 0; row < rows.size(); row++) {
        for (int column = 0; column < rows.get(row).size(); column++) {
          Object value = rows.get(row).get(column);
          if (value instanceof String text) {
            ((VarCharVector) root.getVector(column))
                .setSafe(row, text.getBytes(StandardCharsets.UTF_8));
          } else if (value instanceof byte[] bytes) {
            ((VarBinaryVector) root.getVector(column)).setSafe(row, bytes);
          }
        }
      }
      root.setRowCount(rows.size());
      client.start(root);
      client.putNext();
      client.completed();
    }
  }
}
