-- The layers of an update add up to its row in image_update, and its directories add up to its layers.
-- Stored bytes are of files that are new, avoidable (the client has their content) or repeated (further copies).
-- Columns of files in image_update are null, and not compared, where a layer was not read.
WITH
layered AS (
  SELECT
    update_number,
    count(*) AS layers,
    sum(new_layer_bytes) AS layer_bytes,
    sum(new_file_bytes) AS file_bytes,
    sum(new_file_stored_bytes + avoidable_bytes + repeated_bytes) AS stored_bytes,
    -- Layers whose stored bytes are not known: not read, or read by an earlier version.
    sum(CASE WHEN new_file_stored_bytes IS NULL THEN 1 ELSE 0 END) AS unmeasured,
    -- Layers whose files take more stored bytes than the whole blob.
    sum(CASE WHEN new_file_stored_bytes + avoidable_bytes + repeated_bytes > new_layer_bytes THEN 1 ELSE 0 END) AS larger
  FROM image_update_layer
  GROUP BY update_number
),
placed AS (
  SELECT
    update_number,
    sum(new_file_bytes) AS file_bytes,
    sum(new_file_stored_bytes + avoidable_bytes + repeated_bytes) AS stored_bytes
  FROM image_update_directory
  GROUP BY update_number
),
-- The chunker that finds the most new bytes.
chunked AS (
  SELECT update_number, max(new_chunk_bytes) AS bytes FROM image_update_chunk GROUP BY update_number
)
SELECT
  image_update.repository,
  image_update.platform,
  image_update.from_image,
  image_update.to_image,
  image_update.new_layers,
  coalesce(layered.layers, 0) AS part_layers,
  image_update.new_layer_bytes,
  coalesce(layered.layer_bytes, 0) AS part_layer_bytes,
  image_update.new_file_bytes,
  coalesce(layered.file_bytes, 0) AS part_file_bytes,
  coalesce(placed.file_bytes, 0) AS directory_file_bytes,
  coalesce(layered.stored_bytes, 0) AS part_stored_bytes,
  coalesce(placed.stored_bytes, 0) AS directory_stored_bytes,
  chunked.bytes AS new_chunk_bytes,
  count(*) OVER () AS total
FROM image_update
LEFT JOIN layered ON layered.update_number = image_update.update_number
LEFT JOIN placed ON placed.update_number = image_update.update_number
LEFT JOIN chunked ON chunked.update_number = image_update.update_number
-- Another number of new layers than image_update_layer has.
WHERE image_update.new_layers <> coalesce(layered.layers, 0)
  -- Other bytes of the blobs of new layers.
  OR image_update.new_layer_bytes <> coalesce(layered.layer_bytes, 0)
  -- Other bytes of distinct new contents, uncompressed.
  OR image_update.new_file_bytes <> coalesce(layered.file_bytes, 0)
  -- Other stored bytes of files.
  OR image_update.new_file_stored_bytes + image_update.avoidable_bytes + image_update.repeated_bytes
    <> coalesce(layered.stored_bytes, 0)
  -- Directories and layers differ in the bytes of new contents, or in stored bytes where those of all layers are known.
  OR coalesce(layered.file_bytes, 0) <> coalesce(placed.file_bytes, 0)
  OR (layered.unmeasured = 0 AND layered.stored_bytes <> coalesce(placed.stored_bytes, 0))
  -- A layer whose files take more than its blob.
  OR layered.larger > 0
  -- New chunks have more bytes than the new files that they are in.
  OR chunked.bytes > image_update.new_file_bytes
ORDER BY image_update.update_number
-- At most 20 faults are listed; column total counts all.
LIMIT 20
