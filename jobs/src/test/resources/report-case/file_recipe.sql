SELECT
  'fixed-4k' AS chunker,
  unhex(fingerprint) AS fingerprint,
  CAST(piece AS INT) AS piece,
  CAST(min(offset_bytes) AS BIGINT) AS offset,
  CAST(max(chunk_end) AS INT) AS bytes,
  CAST(count(*) AS INT) AS chunks,
  array_sort(array_agg(CAST(chunk_end AS INT))) AS ends,
  unhex(min(fingerprints)) AS fingerprints
FROM (VALUES
  ('f1', 0, 0,   400, '0AF2'),
  ('f1', 0, 0,   600, '0AF2'),
  ('f1', 1, 600, 400, '0A'),
  ('f2', 0, 0,   200, ''),
  ('f3', 0, 0,    64, ''),
  ('f4', 0, 0,   100, '0C0D'),
  ('f4', 0, 0,   300, '0C0D'),
  ('f5', 0, 0,     8, '')
) AS t (fingerprint, piece, offset_bytes, chunk_end, fingerprints)
GROUP BY fingerprint, piece
