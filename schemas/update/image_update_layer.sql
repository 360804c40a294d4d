-- Table image_update_layer: one row per update and layer that it brings. Counts are null if the layer was not read.
-- Columns of stored bytes are null, too, if these were not measured in it.
-- Reads:
--   update_content: what each new layer brings, by directory (content.sql).
--   update_brought: new layers of each update (brought.sql).
WITH
-- One row per update and new layer that was read: sums over its directories.
layer_total AS (
  SELECT
    update_number,
    layer_number,
    sum(new_files) AS new_files,
    sum(new_file_bytes) AS new_file_bytes,
    sum(new_file_stored_bytes) AS new_file_stored_bytes,
    sum(avoidable_bytes) AS avoidable_bytes,
    sum(repeated_bytes) AS repeated_bytes
  FROM update_content
  GROUP BY update_number, layer_number
)
SELECT
  update_brought.update_number,
  update_brought.depth,
  update_brought.layer_digest,
  update_brought.compressed_bytes AS new_layer_bytes,
  update_brought.same_archive * update_brought.compressed_bytes AS same_archive_bytes,
  CASE WHEN update_brought.layer_number IS NOT NULL THEN coalesce(layer_total.new_files, 0) END AS new_files,
  CASE WHEN update_brought.layer_number IS NOT NULL THEN coalesce(layer_total.new_file_bytes, 0) END
    AS new_file_bytes,
  CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(layer_total.new_file_stored_bytes, 0) END AS new_file_stored_bytes,
  CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(layer_total.avoidable_bytes, 0) END AS avoidable_bytes,
  CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(layer_total.repeated_bytes, 0) END AS repeated_bytes
FROM update_brought
LEFT JOIN layer ON layer.layer_digest = update_brought.layer_digest
LEFT JOIN layer_total
  ON layer_total.update_number = update_brought.update_number
  AND layer_total.layer_number = update_brought.layer_number
