-- One row per layer and format that stores whole layers: the bytes that the layer takes there. PLAIN formats store
-- files uncompressed, so their bytes are exact; those of CODED formats are measured or estimated.
-- Reads:
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_coded: one row per layer and coding (format_coded.sql).
SELECT
  format.format,
  layer.layer_digest,
  CASE format.payload
    WHEN 'STORED' THEN CAST(layer.compressed_bytes AS DOUBLE)
    WHEN 'PLAIN' THEN CAST(layer.file_bytes AS DOUBLE)
    ELSE coded.bytes
  END AS payload_bytes,
  CASE WHEN format.payload = 'CODED' THEN coded.error_ratio ELSE 0e0 END AS error_ratio,
  CASE WHEN format.payload = 'CODED' THEN coded.variance ELSE 0e0 END AS variance
FROM layer
CROSS JOIN (SELECT * FROM format WHERE unit = 'LAYER') AS format
LEFT JOIN format_coded AS coded ON coded.coding = format.coding AND coded.layer_digest = layer.layer_digest
