-- Spans of the sample, in a fixed order. What zstd-19 takes is fitted to what zstd-3 takes, which is known of whole layers.
SELECT
  span.coding,
  layer.compression,
  span.layer_digest,
  CASE WHEN span.coding = 'zstd-19' THEN CAST(quick.coded_bytes AS DOUBLE) ELSE span.stored_bytes END AS stored_bytes,
  CAST(span.content_bytes AS DOUBLE) AS content_bytes,
  CAST(span.contents AS DOUBLE) AS contents,
  CAST(span.coded_bytes AS DOUBLE) AS coded_bytes
FROM format_sample AS span
JOIN layer ON layer.layer_digest = span.layer_digest
LEFT JOIN format_sample AS quick
  ON quick.layer_digest = span.layer_digest AND quick.offset = span.offset AND quick.coding = 'zstd-3'
WHERE span.coding <> 'zstd-19' OR quick.coding IS NOT NULL
ORDER BY span.coding, span.layer_digest, span.offset
