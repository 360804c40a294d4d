-- One row per sampled span of an archive and coding, sorted, so that the fit adds up doubles in a fixed order. If the
-- coding has a base coding, stored_bytes is what the span takes in the base. The base's bytes are known of whole
-- layers, so the fit predicts this coding from them.
-- Reads:
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
SELECT
  span.coding,
  layer.compression,
  span.layer_digest,
  CASE WHEN coding.base IS NOT NULL THEN CAST(base.coded_bytes AS DOUBLE) ELSE span.stored_bytes END AS stored_bytes,
  CAST(span.content_bytes AS DOUBLE) AS content_bytes,
  CAST(span.contents AS DOUBLE) AS contents,
  CAST(span.coded_bytes AS DOUBLE) AS coded_bytes
FROM format_sample AS span
JOIN layer ON layer.layer_digest = span.layer_digest
JOIN (SELECT DISTINCT coding, base FROM format) AS coding ON coding.coding = span.coding
LEFT JOIN format_sample AS base
  ON base.layer_digest = span.layer_digest AND base.offset = span.offset AND base.coding = coding.base
WHERE coding.base IS NULL OR base.coding IS NOT NULL
ORDER BY span.coding, span.layer_digest, span.offset
