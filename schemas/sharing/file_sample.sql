-- The pieces of files that were compressed by themselves, each once a codec, with the largest probability that it was
-- drawn for, in one order; a file that was compressed whole is one piece, and its others do not count. A piece takes no
-- more than its length.
WITH
piece AS (
  SELECT
    codec,
    fingerprint,
    bytes,
    coalesce(content_sample.offset, 0) AS start_bytes,
    coalesce(measured_bytes, bytes) AS measured_bytes,
    least(coalesce(measured_bytes, bytes), compressed_bytes) AS compressed_bytes,
    inclusion,
    max(coalesce(measured_bytes, bytes)) OVER (PARTITION BY codec, fingerprint) AS longest
  FROM content_sample
  WHERE chunker = 'file' AND inclusion IS NOT NULL AND bytes > 0
)
SELECT
  piece.codec,
  coalesce(min(file_names.content_type), 'data') AS content_type,
  min(piece.bytes) AS bytes,
  piece.measured_bytes,
  min(piece.compressed_bytes) AS compressed_bytes,
  max(piece.inclusion) AS inclusion
FROM piece
JOIN file_names ON file_names.fingerprint = piece.fingerprint
WHERE piece.measured_bytes = piece.bytes OR piece.longest < piece.bytes
GROUP BY piece.codec, piece.fingerprint, piece.start_bytes, piece.measured_bytes
ORDER BY piece.codec, piece.fingerprint, piece.start_bytes
