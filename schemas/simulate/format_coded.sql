-- One row per layer and coding (a way to compress): the estimated bytes of the whole layer in that coding. A size that
-- was measured (table layer_pull) is taken as it is, with error 0. Otherwise view format_fit estimates it, from the
-- size in the base coding if this coding has one, else from the stored blob. What the layer's sampled spans deviate
-- from the fit is in view format_correction. error_ratio is the relative error that all layers share; variance, in
-- square bytes, is that of this layer alone.
-- Reads:
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_counts: one row per layer: the number of its contents.
WITH
-- One row per layer and codec of which the compressed size was measured.
measured_pull AS (
  SELECT layer_digest, codec, CAST(min(pull_bytes) AS DOUBLE) AS bytes FROM layer_pull GROUP BY layer_digest, codec
),
-- One row per layer and coding: the sizes from which its bytes are estimated. exact_bytes is the measured size, if
-- there is one; stored_bytes is the size in the base coding, or of the stored blob.
layer_size AS (
  SELECT
    coding.coding,
    layer.layer_digest,
    layer.compression,
    CAST(layer.file_bytes AS DOUBLE) AS content_bytes,
    coalesce(format_counts.contents, 0) AS contents,
    exact.bytes AS exact_bytes,
    CASE WHEN coding.base IS NOT NULL THEN base.bytes ELSE CAST(layer.compressed_bytes AS DOUBLE) END AS stored_bytes
  FROM layer
  CROSS JOIN (SELECT DISTINCT coding, base FROM format WHERE coding IS NOT NULL) AS coding
  LEFT JOIN format_counts ON format_counts.layer_digest = layer.layer_digest
  LEFT JOIN measured_pull AS exact ON exact.layer_digest = layer.layer_digest AND exact.codec = coding.coding
  LEFT JOIN measured_pull AS base ON base.layer_digest = layer.layer_digest AND base.codec = coding.base
),
-- The same rows with the fit. fit_bytes is the estimate; rest_bytes are the stored bytes outside of the sampled
-- spans, to which the ratio of the spans applies in addition.
layer_fit AS (
  SELECT
    layer_size.coding,
    layer_size.layer_digest,
    layer_size.exact_bytes,
    layer_size.stored_bytes,
    fit.stored_factor * layer_size.stored_bytes
      + fit.content_factor * layer_size.content_bytes
      + fit.count_bytes * layer_size.contents
      + coalesce(correction.beyond_bytes, 0e0) AS fit_bytes,
    greatest(0e0, layer_size.stored_bytes - coalesce(correction.stored_bytes, 0e0)) AS rest_bytes,
    coalesce(correction.ratio, 0e0) AS ratio,
    fit.is_few,
    fit.error_ratio,
    fit.span_variance,
    coalesce(correction.variance, fit.layer_variance) AS layer_variance
  FROM layer_size
  LEFT JOIN format_fit AS fit ON fit.coding = layer_size.coding AND fit.compression = layer_size.compression
  LEFT JOIN format_correction AS correction
    ON correction.coding = layer_size.coding AND correction.layer_digest = layer_size.layer_digest
)
SELECT
  coding,
  layer_digest,
  CASE
    WHEN exact_bytes IS NOT NULL THEN exact_bytes
    -- Fewer than 4 spans are too few to estimate bytes outside of them: bytes stay null unless the spans cover the
    -- layer. Span lengths are doubles, so a rest of less than 1 byte counts as nothing.
    WHEN fit_bytes IS NOT NULL AND (NOT is_few OR rest_bytes < 1e0) THEN greatest(0e0, fit_bytes + ratio * rest_bytes)
  END AS bytes,
  CASE WHEN exact_bytes IS NOT NULL THEN 0e0 ELSE error_ratio * coalesce(rest_bytes / nullif(stored_bytes, 0e0), 1e0) END
    AS error_ratio,
  CASE WHEN exact_bytes IS NOT NULL THEN 0e0
    ELSE span_variance * rest_bytes + layer_variance * rest_bytes * rest_bytes END AS variance
FROM layer_fit
