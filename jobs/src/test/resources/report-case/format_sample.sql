SELECT
  layer_digest,
  coding,
  CAST(0 AS BIGINT) AS offset,
  CAST(archive_bytes AS BIGINT) AS archive_bytes,
  CAST(contents AS INT) AS contents,
  CAST(content_bytes AS BIGINT) AS content_bytes,
  CAST(stored_bytes AS DOUBLE) AS stored_bytes,
  CAST(coded_bytes AS BIGINT) AS coded_bytes
FROM (VALUES
  ('sha256:01', 'estargz', 10240, 3, 2200, 1500, 1600),
  ('sha256:22', 'estargz',  5120, 3, 1264,  800,  900)
) AS t (layer_digest, coding, archive_bytes, contents, content_bytes, stored_bytes, coded_bytes)
