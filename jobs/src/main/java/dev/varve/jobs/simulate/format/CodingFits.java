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
 * Views {@code format_fit} and {@code format_correction}: what codings take, fitted to the spans of
 * table format_sample, and how layers differ from it.
 */
final class CodingFits {
  /** Layers of a compression have a fit of their own from so many spans on. */
  private static final int LEAST_SPANS = 12;

  /** Fewer spans tell nothing of other bytes. */
  private static final int FEW_SPANS = 4;

  private static final String ALL = "";

  private CodingFits() {}

  /** A row of {@code schemas/simulate/format_span.sql}. */
  record SampledSpan(String coding, String compression, CodingFit.CodedSpan span) {}

  /**
   * A row of the view.
   *
   * @param compression of the layers that it is of; empty for all
   * @param isFew whether it is of too few spans to tell of other bytes than theirs
   */
  record FitRow(String coding, String compression, boolean isFew, CodingFit fit) {}

  /** A row of view {@code format_correction}. */
  record CorrectionRow(String coding, String layerDigest, CodingFit.Correction correction) {}

  /** A compression of layers. */
  record LayerCompression(String compression) {}

  /** Makes the views; the number of spans. */
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
