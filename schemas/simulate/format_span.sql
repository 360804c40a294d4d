-- Spans of the sample, in a fixed order.
SELECT
  format_sample.coding,
  layer.compression,
  format_sample.layer_digest,
  format_sample.stored_bytes,
  CAST(format_sample.content_bytes AS DOUBLE) AS content_bytes,
  CAST(format_sample.contents AS DOUBLE) AS contents,
  CAST(format_sample.coded_bytes AS DOUBLE) AS coded_bytes
FROM format_sample
JOIN layer ON layer.layer_digest = format_sample.layer_digest
ORDER BY format_sample.coding, format_sample.layer_digest, format_sample.offset
