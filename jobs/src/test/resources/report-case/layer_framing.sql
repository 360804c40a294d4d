SELECT
  layer_digest,
  CAST(position AS INT) AS position,
  CAST(raw_bytes AS BIGINT) AS raw_bytes,
  CAST(content_bytes AS BIGINT) AS content_bytes,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  unhex('28B52FFD') AS framing
FROM (VALUES
  ('sha256:01', 0, 5000, 2000, 300),
  ('sha256:01', 1, 3040,  200, 100),
  ('sha256:22', 0, 3856, 1264, 250),
  ('sha256:50', 0, 4612,  508, 150),
  ('sha256:c0', 0, 9664,  576, 200)
) AS t (layer_digest, position, raw_bytes, content_bytes, compressed_bytes)
