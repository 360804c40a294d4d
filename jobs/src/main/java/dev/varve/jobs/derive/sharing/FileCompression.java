package dev.varve.jobs.derive.sharing;

import dev.varve.content.sharing.CompressionEstimate;
import dev.varve.content.sharing.SampledContents;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table {@code file_compression}: estimated bytes of the distinct files if each is compressed
 * separately. Samples are added in a fixed order, so that floating-point sums are the same on any
 * cluster.
 */
public final class FileCompression {
  private static final String SHARING = "sharing";
  private static final String CLASSES = "file_class";
  private static final String SAMPLES = "file_sample";
  private static final String NAMES = "file_names";
  private static final String KNOWN = "file_known";

  private FileCompression() {}

  /**
   * A row of {@code schemas/sharing/file_class.sql}. It counts the distinct contents of a type.
   *
   * @param isPacked whether they are stored compressed: their mean stored bytes are below 98 % of
   *     their length
   * @param bytes their length
   * @param knownBytes mean stored bytes of their copies, or their length where that is not known
   */
  record FileClass(String contentType, boolean isPacked, long files, long bytes, long knownBytes) {
    SampledContents contents() {
      return new SampledContents(contentType, isPacked, files, bytes, knownBytes);
    }

    Key key() {
      return new Key(contentType, isPacked);
    }
  }

  /**
   * A row of {@code schemas/sharing/file_sample.sql}.
   *
   * @param isPacked whether the file is stored compressed
   * @param bytes of the whole file
   * @param measuredBytes of the piece that was compressed
   * @param compressedBytes what the piece took, at most its length
   * @param knownBytes the piece's share of the known bytes of its file
   * @param inclusion probability that the piece was drawn
   */
  record FileSample(
      String codec,
      String contentType,
      boolean isPacked,
      long bytes,
      long measuredBytes,
      long compressedBytes,
      double knownBytes,
      double inclusion) {}

  private record Key(String contentType, boolean isPacked) {}

  /**
   * A row of {@code file_compression}.
   *
   * @param codec with its level, such as gzip-6
   * @param uniqueFiles distinct contents of the type that are not empty
   * @param uniqueBytes their length
   * @param samples pieces of them that were compressed
   * @param sampleBytes length of these pieces
   * @param sampleCompressedBytes what these pieces took
   * @param compressedBytes what all contents would take
   * @param compressedLowBytes lower end of the interval of compressedBytes
   * @param compressedHighBytes upper end of that interval
   * @param confidence of the interval
   */
  record FileCompressionRow(
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
    static FileCompressionRow of(String codec, CompressionEstimate estimate) {
      return new FileCompressionRow(
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
   * Estimates for the distinct files, by codec: first for all files, then for each content type.
   *
   * @param engine with views of tables layer_recipe and content_sample
   */
  public static Map<String, List<CompressionEstimate>> estimates(Engine engine) throws IOException {
    engine.view(NAMES, Query.of(SHARING, NAMES));
    return estimatesOfNamedFiles(engine);
  }

  /** Estimates as of {@link #estimates}, for an engine that already has view {@code file_names}. */
  static Map<String, List<CompressionEstimate>> estimatesOfNamedFiles(Engine engine)
      throws IOException {
    engine.materialize(KNOWN, Query.of(SHARING, KNOWN));
    List<FileClass> classes = engine.all(Query.of(SHARING, CLASSES), FileClass.class);
    Map<String, Map<Key, SampledContents>> codecs = new LinkedHashMap<>();
    engine.each(
        Query.of(SHARING, SAMPLES), FileSample.class, sample -> add(sample, classes, codecs));
    Map<String, List<CompressionEstimate>> estimates = new LinkedHashMap<>();
    codecs.forEach(
        (codec, contents) ->
            estimates.put(codec, CompressionEstimate.of(List.copyOf(contents.values()))));
    return estimates;
  }

  private static void add(
      FileSample sample, List<FileClass> classes, Map<String, Map<Key, SampledContents>> codecs) {
    SampledContents ofClass =
        codecs
            .computeIfAbsent(sample.codec(), codec -> contents(classes))
            .get(new Key(sample.contentType(), sample.isPacked()));
    if (ofClass != null) { // never null: every sampled piece belongs to a file of a layer
      if (sample.measuredBytes() == sample.bytes()) {
        ofClass.addWhole();
      }
      ofClass.add(
          sample.measuredBytes(),
          sample.knownBytes(),
          sample.compressedBytes(),
          sample.inclusion());
    }
  }

  /** The rows of the table. */
  static List<FileCompressionRow> rows(Map<String, List<CompressionEstimate>> estimates) {
    List<FileCompressionRow> rows = new ArrayList<>();
    estimates.forEach(
        (codec, ofCodec) ->
            ofCodec.forEach(estimate -> rows.add(FileCompressionRow.of(codec, estimate))));
    return rows;
  }

  private static Map<Key, SampledContents> contents(List<FileClass> classes) {
    Map<Key, SampledContents> contents = new LinkedHashMap<>();
    classes.forEach(fileClass -> contents.put(fileClass.key(), fileClass.contents()));
    return contents;
  }
}
