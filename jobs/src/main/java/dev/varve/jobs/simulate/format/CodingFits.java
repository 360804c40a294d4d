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
  private static final int MIN_SPANS_OF_OWN_FIT = 12;

  /** Number of spans below which a fit says nothing about other bytes. */
  private static final int MIN_SPANS_OF_ANY_FIT = 4;

  private static final String ALL_COMPRESSIONS = "";

  private CodingFits() {}

  /**
   * A row of {@code schemas/simulate/format_span.sql}.
   *
   * @param coding by which contents are compressed
   * @param compression of the layer
   * @param span a part of the layer's archive, measured
   */
  record SampledSpan(String coding, String compression, CodingFit.CodedSpan span) {}

  /**
   * A row of the view.
   *
   * @param compression compression of the layers that were fitted; empty for all layers
   * @param isFew whether there are too few spans to say anything about other bytes
   */
  record FitRow(String coding, String compression, boolean isFew, CodingFit fit) {}

  /**
   * A row of view {@code format_correction}.
   *
   * @param coding by which contents are compressed
   */
  record CorrectionRow(String coding, String layerDigest, CodingFit.Correction correction) {}

  /** A compression of layers. */
  record LayerCompression(String compression) {}

  /** Creates the views, and returns the number of spans. */
  static long makeViews(Engine engine, double confidence) throws IOException {
    Map<String, Map<String, List<CodingFit.CodedSpan>>> codings = new TreeMap<>();
    long[] spans = new long[1];
    engine.each(
        Query.of("simulate", "format_span"),
        SampledSpan.class,
        row -> {
          Map<String, List<CodingFit.CodedSpan>> byCompression =
              codings.computeIfAbsent(row.coding(), coding -> new TreeMap<>());
          byCompression
              .computeIfAbsent(ALL_COMPRESSIONS, absent -> new ArrayList<>())
              .add(row.span());
          byCompression
              .computeIfAbsent(row.compression(), absent -> new ArrayList<>())
              .add(row.span());
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
        (coding, byCompression) -> {
          List<CodingFit.CodedSpan> allSpans =
              byCompression.getOrDefault(ALL_COMPRESSIONS, List.of());
          boolean isFew = allSpans.size() < MIN_SPANS_OF_ANY_FIT;
          CodingFit commonFit = CodingFit.of(allSpans, confidence);
          rows.add(new FitRow(coding, ALL_COMPRESSIONS, isFew, commonFit));
          for (String compression : compressions) {
            List<CodingFit.CodedSpan> spansOfCompression =
                byCompression.getOrDefault(compression, List.of());
            CodingFit fit =
                spansOfCompression.size() < MIN_SPANS_OF_OWN_FIT
                    ? commonFit
                    : CodingFit.of(spansOfCompression, confidence);
            rows.add(new FitRow(coding, compression, isFew, fit));
            fit.corrections(spansOfCompression)
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
