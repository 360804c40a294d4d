package dev.varve.jobs.simulate.format;

import dev.varve.content.format.CodingFit;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Views {@code format_fit} and {@code format_correction}. The first has the compressed size by
 * coding, fitted to the sampled spans of table {@code format_sample}; the second the deviation of
 * each layer from the fit.
 */
final class CodingFits {
  /** Least number of spans at which layers of one compression get a fit of their own. */
  private static final int LEAST_SPANS = 12;

  /** Number of spans below which a fit says nothing about other bytes. */
  private static final int FEW_SPANS = 4;

  private static final String ALL = "";

  private CodingFits() {}

  /** A row of {@code schemas/simulate/format_span.sql}. */
  record SampledSpan(String coding, String compression, CodingFit.CodedSpan span) {}

  /**
   * A row of the view.
   *
   * @param compression compression of the layers that were fitted; empty for all layers
   * @param isFew whether there are too few spans to say anything about other bytes
   */
  record FitRow(String coding, String compression, boolean isFew, CodingFit fit) {}

  /** A row of view {@code format_correction}. */
  record CorrectionRow(String coding, String layerDigest, CodingFit.Correction correction) {}

  /** A compression of layers. */
  record LayerCompression(String compression) {}

  /** Creates the views, and returns the number of spans. */
  static long show(Engine engine, double confidence) throws IOException {
    Map<String, Map<String, List<CodingFit.CodedSpan>>> codings = new TreeMap<>();
    long[] spans = new long[1];
    engine.each(
        Query.of("simulate", "format_span"),
        SampledSpan.class,
        row -> {
          Map<String, List<CodingFit.CodedSpan>> kinds =
              codings.computeIfAbsent(row.coding(), coding -> new TreeMap<>());
          kinds.computeIfAbsent(ALL, all -> new ArrayList<>()).add(row.span());
          kinds.computeIfAbsent(row.compression(), one -> new ArrayList<>()).add(row.span());
          spans[0]++;
        });
    List<String> compressions =
        engine
            .all(
                Query.of("SELECT DISTINCT compression FROM layer ORDER BY compression"),
                LayerCompression.class)
            .stream()
            .map(LayerCompression::compression)
            .toList();
    List<FitRow> rows = new ArrayList<>();
    List<CorrectionRow> corrections = new ArrayList<>();
    codings.forEach(
        (coding, kinds) -> {
          List<CodingFit.CodedSpan> every = kinds.getOrDefault(ALL, List.of());
          boolean isFew = every.size() < FEW_SPANS;
          CodingFit all = CodingFit.of(every, confidence);
          rows.add(new FitRow(coding, ALL, isFew, all));
          for (String compression : compressions) {
            List<CodingFit.CodedSpan> own = kinds.getOrDefault(compression, List.of());
            CodingFit fit = own.size() < LEAST_SPANS ? all : CodingFit.of(own, confidence);
            rows.add(new FitRow(coding, compression, isFew, fit));
            fit.corrections(own)
                .forEach(
                    (layer, correction) ->
                        corrections.add(new CorrectionRow(coding, layer, correction)));
          }
        });
    engine.records("format_fit", FitRow.class, rows);
    engine.records("format_correction", CorrectionRow.class, corrections);
    return spans[0];
  }
}
