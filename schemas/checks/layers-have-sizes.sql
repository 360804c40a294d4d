-- No size or count of a layer is negative, and its compression is a known one.
SELECT
  layer_digest, compression, compressed_bytes, archive_bytes, file_bytes,
  files, directories, symlinks, hard_links, whiteouts, other_entries, max_depth,
  count(*) OVER () AS total
FROM layer
-- A negative size or count.
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
  -- A layer without files has bytes of files.
  OR (files = 0 AND file_bytes > 0)
  -- A compression that Varve does not know.
  OR compression NOT IN ('{compressions}')
  -- Without compression, the archive is longer than its blob. It may be shorter: other bytes may follow it in the blob.
  OR (compression = 'none' AND archive_bytes > compressed_bytes)
ORDER BY layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
