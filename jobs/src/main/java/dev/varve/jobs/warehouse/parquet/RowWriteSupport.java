package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.ColumnType.ListOf;
import dev.varve.jobs.warehouse.row.ColumnType.MapOf;
import dev.varve.jobs.warehouse.row.ColumnType.Scalar;
import dev.varve.jobs.warehouse.row.Columns;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * Passes rows to Parquet's writer. Lists and maps are written with three levels, as Parquet's
 * specification of logical types requires.
 *
 * @see <a href="https://github.com/apache/parquet-format/blob/master/LogicalTypes.md">Logical
 *     types</a>
 */
final class RowWriteSupport extends WriteSupport<@Nullable Object[]> {
  private final String[] names;
  private final ValueWriter[] writers;
  private final MessageType schema;
  private final Map<String, String> metadata;
  private RecordConsumer output;

  @SuppressWarnings("NullAway.Init") // Parquet calls prepareForWrite before any write
  RowWriteSupport(Columns columns, Map<String, String> metadata) {
    this.metadata = metadata;
    names = columns.names().toArray(String[]::new);
    writers =
        columns.all().stream().map(column -> writer(column.type())).toArray(ValueWriter[]::new);
    schema = new MessageType("row", columns.all().stream().map(RowWriteSupport::type).toList());
  }

  /** Writes a value that is not null. */
  private interface ValueWriter {
    void write(RecordConsumer to, Object value);

    static ValueWriter ofScalar(Scalar type) {
      return switch (type) {
        case BOOLEAN -> (to, value) -> to.addBoolean((boolean) value);
        case INT -> (to, value) -> to.addInteger((int) value);
        case BIGINT, TIMESTAMP -> (to, value) -> to.addLong((long) value);
        case DOUBLE -> (to, value) -> to.addDouble((double) value);
        case STRING -> (to, value) -> to.addBinary(Binary.fromString((String) value));
        case BINARY -> (to, value) -> to.addBinary(Binary.fromConstantByteArray((byte[]) value));
      };
    }
  }

  @Override
  @SuppressWarnings("deprecation") // the only method that is abstract
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, metadata);
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, metadata);
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    output = consumer;
  }

  @Override
  public void write(@Nullable Object[] row) {
    output.startMessage();
    for (int index = 0; index < writers.length; index++) {
      Object value = row[index];
      if (value != null) {
        output.startField(names[index], index);
        writers[index].write(output, value);
        output.endField(names[index], index);
      }
    }
    output.endMessage();
  }

  private static ValueWriter writer(ColumnType type) {
    if (type instanceof ListOf list) {
      ValueWriter element = ValueWriter.ofScalar(list.element());
      return (to, value) -> list(to, value, element);
    }
    if (type instanceof MapOf map) {
      ValueWriter key = ValueWriter.ofScalar(map.key());
      ValueWriter value = ValueWriter.ofScalar(map.value());
      return (to, content) -> map(to, (Map<?, ?>) content, key, value);
    }
    return ValueWriter.ofScalar((Scalar) type);
  }

  private static void list(RecordConsumer to, Object list, ValueWriter element) {
    int length = list instanceof List<?> items ? items.size() : Array.getLength(list);
    to.startGroup();
    if (length > 0) {
      to.startField("list", 0);
      for (int index = 0; index < length; index++) {
        to.startGroup();
        Object item = list instanceof List<?> items ? items.get(index) : Array.get(list, index);
        field(to, "element", 0, item, element);
        to.endGroup();
      }
      to.endField("list", 0);
    }
    to.endGroup();
  }

  private static void map(RecordConsumer to, Map<?, ?> map, ValueWriter key, ValueWriter value) {
    to.startGroup();
    if (!map.isEmpty()) {
      to.startField("key_value", 0);
      map.forEach(
          (entryKey, item) -> {
            to.startGroup();
            field(to, "key", 0, entryKey, key);
            field(to, "value", 1, item, value);
            to.endGroup();
          });
      to.endField("key_value", 0);
    }
    to.endGroup();
  }

  private static void field(
      RecordConsumer to, String name, int index, Object value, ValueWriter writer) {
    to.startField(name, index);
    writer.write(to, value);
    to.endField(name, index);
  }

  private static Type type(Columns.Column column) {
    Type.Repetition repetition =
        column.nullable() ? Type.Repetition.OPTIONAL : Type.Repetition.REQUIRED;
    if (column.type() instanceof ListOf list) {
      return Types.list(repetition)
          .element(type("element", list.element(), Type.Repetition.REQUIRED))
          .named(column.name());
    }
    if (column.type() instanceof MapOf map) {
      return Types.map(repetition)
          .key(type("key", map.key(), Type.Repetition.REQUIRED))
          .value(type("value", map.value(), Type.Repetition.REQUIRED))
          .named(column.name());
    }
    return type(column.name(), (Scalar) column.type(), repetition);
  }

  private static Type type(String name, Scalar type, Type.Repetition repetition) {
    return switch (type) {
      case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case INT -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case BIGINT -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
      case STRING ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case TIMESTAMP ->
          Types.primitive(PrimitiveTypeName.INT64, repetition)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(name);
    };
  }

  /** Opens a writer of such rows. */
  static final class Builder extends ParquetWriter.Builder<@Nullable Object[], Builder> {
    private final Columns columns;
    private final Map<String, String> metadata;

    Builder(OutputFile file, Columns columns, Map<String, String> metadata) {
      super(file);
      this.columns = columns;
      this.metadata = metadata;
      withConf(StoreFile.noSettings());
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // the only method that is abstract
    protected WriteSupport<@Nullable Object[]> getWriteSupport(Configuration configuration) {
      return new RowWriteSupport(columns, metadata);
    }

    @Override
    protected WriteSupport<@Nullable Object[]> getWriteSupport(ParquetConfiguration configuration) {
      return new RowWriteSupport(columns, metadata);
    }
  }
}
