-- Layers with the coding of each format.
SELECT
  format.format,
  layer.layer_digest,
  layer_number.layer_number,
  CASE format.payload
    WHEN 'STORED' THEN CAST(layer.compressed_bytes AS DOUBLE)
    WHEN 'PLAIN' THEN CAST(layer.file_bytes AS DOUBLE)
    ELSE coalesce(
      CAST(layer_pull.pull_bytes AS DOUBLE),
      CASE WHEN fit.coding IS NOT NULL THEN
        greatest(
          0e0,
          (fit.stored_factor + coalesce(correction.ratio, 0e0)) * layer.compressed_bytes
            + fit.content_factor * layer.file_bytes
            + fit.count_bytes * coalesce(format_counts.contents, 0)
        )
      END
    )
  END AS payload_bytes,
  CASE WHEN format.payload <> 'CODED' OR layer_pull.pull_bytes IS NOT NULL THEN 0e0 ELSE fit.error_ratio END AS error_ratio,
  CASE WHEN format.payload <> 'CODED' OR layer_pull.pull_bytes IS NOT NULL THEN 0e0
    ELSE fit.span_variance * layer.compressed_bytes
      + coalesce(correction.variance, fit.layer_variance) * layer.compressed_bytes * layer.compressed_bytes
  END AS variance
FROM layer
JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
CROSS JOIN (SELECT * FROM format WHERE unit = 'LAYER') AS format
LEFT JOIN format_counts ON format_counts.layer_digest = layer.layer_digest
LEFT JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = layer.compression
LEFT JOIN format_correction AS correction
  ON correction.coding = format.coding AND correction.layer_digest = layer.layer_digest
LEFT JOIN (
  SELECT layer_digest, codec, min(pull_bytes) AS pull_bytes FROM layer_pull GROUP BY layer_digest, codec
) AS layer_pull ON layer_pull.layer_digest = layer.layer_digest AND layer_pull.codec = format.coding
