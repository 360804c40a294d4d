-- One row: a layer, from table layer.
SELECT
  diff_id,
  media_type,
  compression,
  compressed_bytes AS stored_bytes,
  archive_bytes,
  files,
  file_bytes,
  first_seen_at
FROM layer
WHERE layer_digest = :digest
