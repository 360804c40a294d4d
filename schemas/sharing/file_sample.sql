-- One row per codec and piece of a file that was compressed by itself, sorted by codec, file and offset. A piece that
-- was drawn several times has the largest of its probabilities (inclusion). If a file was compressed whole, its other
-- pieces are ignored. A piece takes at most its own length. known_bytes is the piece's share of the known bytes of its
-- file.
-- Reads:
--   file_known: distinct contents with their known bytes (file_known.sql).
WITH
-- One row per sample of a whole file or a piece of one. longest is the length of the longest piece of the same
-- file.
sampled_piece AS (
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
-- One row per codec and distinct piece.
distinct_piece AS (
  SELECT
    sampled_piece.codec,
    sampled_piece.fingerprint,
    sampled_piece.start_bytes,
    sampled_piece.measured_bytes,
    min(sampled_piece.compressed_bytes) AS compressed_bytes,
    max(sampled_piece.inclusion) AS inclusion,
    min(sampled_piece.stored_share) AS stored_share,
    max(sampled_piece.longest) AS longest
  FROM sampled_piece
  GROUP BY sampled_piece.codec, sampled_piece.fingerprint, sampled_piece.start_bytes, sampled_piece.measured_bytes
)
SELECT
  distinct_piece.codec,
  file_known.content_type,
  file_known.is_packed,
  file_known.bytes,
  distinct_piece.measured_bytes,
  distinct_piece.compressed_bytes,
  CAST(file_known.known_bytes AS DOUBLE)
    * CASE WHEN file_known.is_packed AND distinct_piece.stored_share IS NOT NULL THEN distinct_piece.stored_share
      ELSE distinct_piece.measured_bytes / file_known.bytes END AS known_bytes,
  distinct_piece.inclusion
FROM distinct_piece
JOIN file_known ON file_known.fingerprint = distinct_piece.fingerprint
WHERE distinct_piece.measured_bytes = file_known.bytes OR distinct_piece.longest < file_known.bytes
ORDER BY distinct_piece.codec, distinct_piece.fingerprint, distinct_piece.start_bytes
