-- No size or count of a layer is negative, and its compression is a known one.
SELECT
  layer_digest, compression, compressed_bytes, archive_bytes, file_bytes, files,
  count(*) OVER () AS total
FROM layer
WHERE compressed_bytes < 0
  OR archive_bytes < 0
  OR file_bytes < 0
  OR files < 0
  OR directories < 0
  OR symlinks < 0
  OR hard_links < 0
  OR whiteouts < 0
  OR other_entries < 0
  OR max_depth < 0
  OR (files = 0 AND file_bytes > 0)
  OR compression NOT IN ('{compressions}')
  -- An archive that is not compressed may be followed by other bytes, but is no longer than its blob.
  OR (compression = 'none' AND archive_bytes > compressed_bytes)
ORDER BY layer_digest
LIMIT 20
