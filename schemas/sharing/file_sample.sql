-- The pieces of files that were compressed by themselves, each once a codec, with the largest probability that it was
-- drawn for, in one order; a file that was compressed whole is one piece, and its others do not count. A piece takes no
-- more than its length. Its known size is its share of that of its file.
WITH
piece AS (
  SELECT
    codec,
    fingerprint,
    coalesce(content_sample.offset, 0) AS start_bytes,
    coalesce(measured_bytes, bytes) AS measured_bytes,
    least(coalesce(measured_bytes, bytes), compressed_bytes) AS compressed_bytes,
    inclusion,
    stored_share,
    max(coalesce(measured_bytes, bytes)) OVER (PARTITION BY codec, fingerprint) AS longest
  FROM content_sample
  WHERE chunker = 'file' AND inclusion IS NOT NULL AND bytes > 0
),
whole AS (
  SELECT
    piece.codec,
    piece.fingerprint,
    piece.start_bytes,
    piece.measured_bytes,
    min(piece.compressed_bytes) AS compressed_bytes,
    max(piece.inclusion) AS inclusion,
    min(piece.stored_share) AS stored_share,
    max(piece.longest) AS longest
  FROM piece
  GROUP BY piece.codec, piece.fingerprint, piece.start_bytes, piece.measured_bytes
)
SELECT
  whole.codec,
  file_known.content_type,
  file_known.is_packed,
  file_known.bytes,
  whole.measured_bytes,
  whole.compressed_bytes,
  CAST(file_known.known_bytes AS DOUBLE)
    * CASE WHEN file_known.is_packed AND whole.stored_share IS NOT NULL THEN whole.stored_share
      ELSE whole.measured_bytes / file_known.bytes END AS known_bytes,
  whole.inclusion
FROM whole
JOIN file_known ON file_known.fingerprint = whole.fingerprint
WHERE whole.measured_bytes = file_known.bytes OR whole.longest < file_known.bytes
ORDER BY whole.codec, whole.fingerprint, whole.start_bytes
