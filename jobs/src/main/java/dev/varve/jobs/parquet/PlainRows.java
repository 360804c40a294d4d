package dev.varve.jobs.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.parquet.SparkToParquetSchemaConverter;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Writes rows of plain values as they are, without the engine's conversions, to files that are read
 * once and deleted: no dictionaries, statistics or checksums, which would cost more than they save.
 */
@SuppressWarnings("deprecation") // the newer methods call those with the Hadoop configuration
final class PlainRows extends WriteSupport<Row> {
  /** Several tables of a task are written at the same time, each with so much in memory. */
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private static final Map<DataType, BiConsumer<RecordConsumer, Object>> PLAIN =
      Map.of(
          DataTypes.IntegerType, (to, value) -> to.addInteger((Integer) value),
          DataTypes.LongType, (to, value) -> to.addLong((Long) value),
          DataTypes.DoubleType, (to, value) -> to.addDouble((Double) value),
          DataTypes.BooleanType, (to, value) -> to.addBoolean((Boolean) value),
          DataTypes.BinaryType,
              (to, value) -> to.addBinary(Binary.fromConstantByteArray((byte[]) value)));

  private final MessageType message;
  private final String[] names;
  private final List<BiConsumer<RecordConsumer, Object>> values = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // the writer sets it first
  private RecordConsumer to;

  private int longestText;

  /** Rows with these columns. */
  PlainRows(StructType columns) {
    message = new SparkToParquetSchemaConverter(new SQLConf()).convert(columns);
    names = columns.fieldNames();
    for (StructField column : columns.fields()) {
      values.add(writing(column.dataType()));
    }
  }

  /** Bytes of the longest text that was written. */
  int longestText() {
    return longestText;
  }

  /** A new file; the directories above it are made. */
  ParquetWriter<Row> open(Path file, Configuration configuration) throws IOException {
    ParquetWriter.Builder<Row, ?> builder =
        new Builder(file, configuration, this)
            .withConf(configuration)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withDictionaryEncoding(false)
            .withPageWriteChecksumEnabled(false)
            .withSizeStatisticsEnabled(false);
    for (String name : names) {
      builder.withStatisticsEnabled(name, false);
    }
    return builder.build();
  }

  @Override
  public WriteContext init(Configuration configuration) {
    return new WriteContext(message, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    to = consumer;
  }

  @Override
  public void write(Row row) {
    to.startMessage();
    for (int place = 0; place < names.length; place++) {
      Object value = row.get(place);
      if (value != null) {
        to.startField(names[place], place);
        values.get(place).accept(to, value);
        to.endField(names[place], place);
      }
    }
    to.endMessage();
  }

  private BiConsumer<RecordConsumer, Object> writing(DataType type) {
    if (type.equals(DataTypes.StringType)) {
      return this::text;
    }
    if (type instanceof ArrayType array) {
      BiConsumer<RecordConsumer, Object> element = writing(array.elementType());
      return (to, value) ->
          group(to, "list", elements(value), one -> field(to, "element", 0, element, one));
    }
    if (type instanceof MapType map) {
      BiConsumer<RecordConsumer, Object> key = writing(map.keyType());
      BiConsumer<RecordConsumer, Object> held = writing(map.valueType());
      return (to, value) ->
          group(
              to,
              "key_value",
              ((Map<?, ?>) value).entrySet(),
              one -> {
                field(to, "key", 0, key, one.getKey());
                field(to, "value", 1, held, one.getValue());
              });
    }
    BiConsumer<RecordConsumer, Object> plain = PLAIN.get(type);
    if (plain == null) {
      throw new IllegalArgumentException("streams have no columns of " + type.sql());
    }
    return plain;
  }

  private void text(RecordConsumer to, Object value) {
    Binary text = Binary.fromString((String) value);
    longestText = Math.max(longestText, text.length());
    to.addBinary(text);
  }

  private static Iterable<?> elements(Object list) {
    return list instanceof scala.collection.Iterable<?> held
        ? CollectionConverters.asJava(held)
        : (Iterable<?>) list;
  }

  /** A repeated group within a group, as Parquet has lists and maps. */
  private static <E> void group(
      RecordConsumer to, String name, Iterable<E> all, Consumer<E> taker) {
    to.startGroup();
    boolean started = false;
    for (E one : all) {
      if (!started) {
        to.startField(name, 0);
        started = true;
      }
      to.startGroup();
      taker.accept(one);
      to.endGroup();
    }
    if (started) {
      to.endField(name, 0);
    }
    to.endGroup();
  }

  private static void field(
      RecordConsumer to,
      String name,
      int place,
      BiConsumer<RecordConsumer, Object> writing,
      Object value) {
    if (value != null) {
      to.startField(name, place);
      writing.accept(to, value);
      to.endField(name, place);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    private final PlainRows support;

    Builder(Path file, Configuration configuration, PlainRows support) throws IOException {
      super(HadoopOutputFile.fromPath(file, configuration));
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
      return support;
    }
  }
}
