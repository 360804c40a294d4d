-- Table layer_twin: one row per layer, with its exact twin (view twin_exact) or its near one (view twin_near). An exact
-- twin is equal but for the cause. A near twin has a given share of contents in common.
-- Reads:
--   twin_size: layers with the number of their contents (size.sql).
SELECT
  twin_exact.layer_digest,
  CASE WHEN twin_near.later IS NULL THEN twin_exact.cause ELSE 'near' END AS cause,
  coalesce(twin_exact.twin_digest, twin.layer_digest) AS twin_digest,
  CASE WHEN twin_near.later IS NULL THEN twin_exact.differs ELSE 'contents' END AS differs,
  CASE WHEN twin_exact.cause IS NULL THEN coalesce(twin_size.contents, 0) END AS contents,
  twin_near.contents AS shared_contents,
  CASE WHEN twin_exact.cause IS NULL THEN twin_near.bytes ELSE twin_exact.file_bytes END AS shared_bytes,
  CASE WHEN twin_exact.cause IS NULL THEN twin_near.similarity ELSE 1 END AS similarity
FROM twin_exact
LEFT JOIN twin_size ON twin_size.layer = twin_exact.layer
LEFT JOIN twin_near ON twin_near.later = twin_exact.layer
LEFT JOIN twin_exact AS twin ON twin.layer = twin_near.earlier
