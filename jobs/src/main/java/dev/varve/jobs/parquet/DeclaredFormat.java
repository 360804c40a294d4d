package dev.varve.jobs.parquet;

import dev.varve.jobs.schema.TableDeclaration;
import dev.varve.jobs.schema.Tables;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetWriteSupport;
import org.apache.spark.sql.types.StructType;

/**
 * The engine's Parquet, whose files have the columns of a table as it is declared, with NOT NULL
 * and comments, whatever the engine knows of its rows. They also say so in key-value metadata that
 * any reader shows: {@code varve.table}, {@code varve.comment}, {@code varve.column.NAME}. The
 * engine finds it by the name of this class.
 */
public final class DeclaredFormat extends ParquetFileFormat {
  private static final long serialVersionUID = 1L;

  /** The option of a write that names the table. */
  private static final String TABLE = "varve.table";

  private static final String FINGERPRINT = "fingerprint";

  /**
   * Files are looked up here by content, and it is sorted by layer: a filter says of a row group
   * whether it has one.
   */
  private static final String LOOKED_UP = "layer_recipe";

  private static final String COMMENT = "varve.comment";
  private static final String COLUMN = "varve.column.";

  /** What a file says of its table. */
  private static Map<String, String> metadata(String table) {
    TableDeclaration declaration = Tables.declaration(table);
    Map<String, String> metadata = new HashMap<>();
    metadata.put(TABLE, table);
    metadata.put(COMMENT, String.join("\n", declaration.prose()));
    declaration.comments().forEach((name, comment) -> metadata.put(COLUMN + name, comment));
    return metadata;
  }

  /** A writer of rows of a table, in its columns. */
  public static DataFrameWriter<Row> write(String table, Dataset<Row> data) {
    return DeclaredColumns.of(table, data)
        .write()
        .format(DeclaredFormat.class.getName())
        .options(options(table));
  }

  /** How the files of a table are written. */
  static Map<String, String> options(String table) {
    Map<String, String> options = new HashMap<>();
    options.put(TABLE, table);
    if (Tables.declaration(table).columns().containsKey(FINGERPRINT)) {
      // Digests hardly repeat within a row group, so a dictionary would only cost.
      options.put(
          "parquet.bloom.filter.enabled#fingerprint", String.valueOf(table.equals(LOOKED_UP)));
      options.put("parquet.enable.dictionary#fingerprint", "false");
    }
    return options;
  }

  @Override
  public OutputWriterFactory prepareWrite(
      SparkSession spark,
      Job job,
      scala.collection.immutable.Map<String, String> options,
      StructType schema) {
    StructType declared = Tables.schema(job.getConfiguration().get(TABLE));
    OutputWriterFactory factory = super.prepareWrite(spark, job, options, declared);
    ParquetOutputFormat.setWriteSupportClass(job, Declared.class);
    return factory;
  }

  /** Writes rows as the engine does; made by the engine. */
  public static final class Declared extends ParquetWriteSupport {
    @Override
    public WriteContext init(Configuration configuration) {
      WriteContext context = super.init(configuration);
      Map<String, String> metadata = new HashMap<>(context.getExtraMetaData());
      metadata.putAll(metadata(configuration.get(TABLE)));
      return new WriteContext(context.getSchema(), metadata);
    }
  }
}
