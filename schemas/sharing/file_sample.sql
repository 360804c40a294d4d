-- One row per codec and piece of a file that was compressed by itself, sorted by codec, file and offset. A piece that
-- was drawn several times has the largest of its probabilities (inclusion). If a file was compressed whole, its other
-- pieces are ignored. A piece takes at most its own length. known_bytes is the piece's share of the known bytes of its
-- file.
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
