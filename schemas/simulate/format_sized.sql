-- Layers with the coding of each format that stores layers, fitted to what its base takes, or to the blob as it is stored.
WITH
measured AS (
  SELECT layer_digest, codec, CAST(min(pull_bytes) AS DOUBLE) AS bytes FROM layer_pull GROUP BY layer_digest, codec
),
known AS (
  SELECT
    format.format,
    format.payload,
    format.coding,
    layer.layer_digest,
    layer.compression,
    CAST(layer.compressed_bytes AS DOUBLE) AS blob_bytes,
    CAST(layer.file_bytes AS DOUBLE) AS content_bytes,
    coalesce(format_counts.contents, 0) AS contents,
    exact.bytes AS exact_bytes,
    CASE WHEN format.base IS NOT NULL THEN base.bytes ELSE CAST(layer.compressed_bytes AS DOUBLE) END AS stored_bytes
  FROM layer
  CROSS JOIN (SELECT * FROM format WHERE unit = 'LAYER') AS format
  LEFT JOIN format_counts ON format_counts.layer_digest = layer.layer_digest
  LEFT JOIN measured AS exact ON exact.layer_digest = layer.layer_digest AND exact.codec = format.coding
  LEFT JOIN measured AS base ON base.layer_digest = layer.layer_digest AND base.codec = format.base
)
SELECT
  known.format,
  known.layer_digest,
  CASE
    WHEN known.payload = 'STORED' THEN known.blob_bytes
    WHEN known.payload = 'PLAIN' THEN known.content_bytes
    WHEN known.exact_bytes IS NOT NULL THEN known.exact_bytes
    WHEN fit.coding IS NOT NULL AND known.stored_bytes IS NOT NULL THEN
      greatest(
        0e0,
        (fit.stored_factor + coalesce(correction.ratio, 0e0)) * known.stored_bytes
          + fit.content_factor * known.content_bytes
          + fit.count_bytes * known.contents
      )
  END AS payload_bytes,
  CASE WHEN known.payload <> 'CODED' OR known.exact_bytes IS NOT NULL THEN 0e0 ELSE fit.error_ratio END AS error_ratio,
  CASE WHEN known.payload <> 'CODED' OR known.exact_bytes IS NOT NULL THEN 0e0
    ELSE fit.span_variance * known.stored_bytes
      + coalesce(correction.variance, fit.layer_variance) * known.stored_bytes * known.stored_bytes
  END AS variance
FROM known
LEFT JOIN format_fit AS fit ON fit.coding = known.coding AND fit.compression = known.compression
LEFT JOIN format_correction AS correction
  ON correction.coding = known.coding AND correction.layer_digest = known.layer_digest
