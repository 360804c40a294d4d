package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.sharing.CompressionEstimate;
import dev.varve.sharing.SampledContents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Table {@code file_compression}: what the distinct files would take, each compressed by itself.
 * Samples come to the driver one by one in a fixed order, so that sums are the same on any cluster.
 */
public final class FileCompression {
  /** From this length on files are large, as in {@code schemas/sharing/file_class.sql}. */
  private static final long LARGE_BYTES = 1 << 20;

  private FileCompression() {}

  /** A row of {@code schemas/sharing/file_class.sql}. */
  record FileClass(String contentType, boolean isLarge, long files, long bytes, double squares) {
    SampledContents contents() {
      return new SampledContents(contentType, files, bytes, squares);
    }

    Key key() {
      return new Key(contentType, isLarge);
    }
  }

  /** A row of {@code schemas/sharing/file_sample.sql}. */
  record FileSample(
      String codec, String contentType, long bytes, long compressedBytes, double inclusion) {}

  private record Key(String contentType, boolean isLarge) {}

  /** A row of the table. */
  record Estimate(
      String codec,
      String contentType,
      long uniqueFiles,
      long uniqueBytes,
      long samples,
      long sampleBytes,
      long sampleCompressedBytes,
      long compressedBytes,
      long compressedLowBytes,
      long compressedHighBytes,
      double confidence) {
    static Estimate of(String codec, CompressionEstimate estimate) {
      return new Estimate(
          codec,
          estimate.type(),
          estimate.files(),
          estimate.bytes(),
          estimate.samples(),
          estimate.sampleBytes(),
          estimate.sampleCompressedBytes(),
          estimate.compressedBytes(),
          estimate.lowBytes(),
          estimate.highBytes(),
          CompressionEstimate.CONFIDENCE);
    }
  }

  /**
   * What the distinct files of the layers read would take, by codec: all of them, then by type. The
   * run has views of tables layer_recipe and content_sample.
   */
  public static Map<String, List<CompressionEstimate>> estimates(Run run) {
    List<FileClass> classes = RowReader.all(run.select("sharing", "file_class"), FileClass.class);
    Map<String, Map<Key, SampledContents>> codecs = new LinkedHashMap<>();
    Dataset<Row> samples = run.select("sharing", "file_sample");
    RowReader<FileSample> reader = RowReader.of(samples.schema(), FileSample.class);
    for (Iterator<Row> rows = samples.toLocalIterator(); rows.hasNext(); ) {
      FileSample sample = reader.record(rows.next());
      Map<Key, SampledContents> contents =
          codecs.computeIfAbsent(sample.codec(), codec -> contents(classes));
      Key key = new Key(sample.contentType(), sample.bytes() >= LARGE_BYTES);
      SampledContents of = contents.get(key);
      if (of != null) { // every file of a sample is one of a layer
        of.add(sample.bytes(), sample.compressedBytes(), sample.inclusion());
      }
    }
    Map<String, List<CompressionEstimate>> estimates = new LinkedHashMap<>();
    codecs.forEach(
        (codec, contents) ->
            estimates.put(codec, CompressionEstimate.of(List.copyOf(contents.values()))));
    return estimates;
  }

  /** Adds the table to what the run publishes. */
  static void add(Run run) throws IOException {
    RowBinder<Estimate> binder = Tables.rows("file_compression", Estimate.class);
    List<Row> estimates = new ArrayList<>();
    estimates(run)
        .forEach(
            (codec, all) ->
                all.forEach(estimate -> estimates.add(binder.row(Estimate.of(codec, estimate)))));
    run.publication().add("file_compression", estimates, "codec", "content_type");
  }

  private static Map<Key, SampledContents> contents(List<FileClass> classes) {
    Map<Key, SampledContents> contents = new LinkedHashMap<>();
    classes.forEach(of -> contents.put(of.key(), of.contents()));
    return contents;
  }
}
