package dev.varve.jobs.table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;

/** Operations on whole Parquet files: counts their rows, joins several into one. */
final class ParquetParts {
  private ParquetParts() {}

  /** Rows of a file, from its footer. */
  static long rows(FileStatus file, Configuration configuration) throws IOException {
    try (ParquetFileReader reader =
        open(HadoopInputFile.fromStatus(file, configuration), configuration)) {
      return reader.getRecordCount();
    }
  }

  /** Opens a file; without options Parquet would parse the defaults of Hadoop each time. */
  private static ParquetFileReader open(HadoopInputFile file, Configuration configuration)
      throws IOException {
    return ParquetFileReader.open(file, HadoopReadOptions.builder(configuration).build());
  }

  /**
   * Joins several files into one by copying their row groups unchanged. One file can be replaced by
   * one rename, so a table changes atomically however many tasks wrote it.
   */
  static void join(List<Path> parts, Path target, Configuration configuration) throws IOException {
    HadoopInputFile first = HadoopInputFile.fromPath(parts.get(0), configuration);
    FileMetaData metadata;
    try (ParquetFileReader reader = open(first, configuration)) {
      metadata = reader.getFileMetaData();
    }
    try (ParquetFileWriter out =
        new ParquetFileWriter(
            HadoopOutputFile.fromPath(target, configuration),
            metadata.getSchema(),
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null, // not encrypted
            ParquetProperties.builder().build())) {
      out.start();
      for (Path part : parts) {
        try (ParquetFileReader reader =
            open(HadoopInputFile.fromPath(part, configuration), configuration)) {
          reader.appendTo(out);
        }
      }
      out.end(Map.copyOf(metadata.getKeyValueMetaData()));
    }
  }
}
