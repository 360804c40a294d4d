-- The layers of an update add up to its row in image_update, and its directories add up to its layers.
-- An update replaces an image (from_image) by a later one (to_image) of its repository and platform. Bytes that files
-- take in the blobs of its new layers are of contents that the earlier image lacks (new, the first copy), of contents
-- that it has (avoidable), or of further copies of new ones (repeated). Columns of files in image_update are null, and
-- not compared, where a layer was not read. A row is a faulty update; part_ are the sums of its layers, directory_ the
-- sums of its directories.
WITH
-- One row per update: sums over its new layers.
layer_total AS (
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
-- One row per update: sums over its directories.
directory_total AS (
  SELECT
    update_number,
    sum(new_file_bytes) AS file_bytes,
    sum(new_file_stored_bytes + avoidable_bytes + repeated_bytes) AS stored_bytes
  FROM image_update_directory
  GROUP BY update_number
),
-- One row per update: the bytes of new chunks, by the chunker that finds the most.
chunk_total AS (
  SELECT update_number, max(new_chunk_bytes) AS bytes FROM image_update_chunk GROUP BY update_number
)
SELECT
  image_update.repository,
  image_update.platform,
  image_update.from_image,
  image_update.to_image,
  image_update.new_layers,
  coalesce(layer_total.layers, 0) AS part_layers,
  image_update.new_layer_bytes,
  coalesce(layer_total.layer_bytes, 0) AS part_layer_bytes,
  image_update.new_file_bytes,
  coalesce(layer_total.file_bytes, 0) AS part_file_bytes,
  coalesce(directory_total.file_bytes, 0) AS directory_file_bytes,
  image_update.new_file_stored_bytes + image_update.avoidable_bytes + image_update.repeated_bytes AS stored_bytes,
  coalesce(layer_total.stored_bytes, 0) AS part_stored_bytes,
  coalesce(directory_total.stored_bytes, 0) AS directory_stored_bytes,
  layer_total.larger AS larger_layers,
  chunk_total.bytes AS new_chunk_bytes,
  count(*) OVER () AS total
FROM image_update
LEFT JOIN layer_total ON layer_total.update_number = image_update.update_number
LEFT JOIN directory_total ON directory_total.update_number = image_update.update_number
LEFT JOIN chunk_total ON chunk_total.update_number = image_update.update_number
-- Another number of new layers than image_update_layer has.
WHERE image_update.new_layers <> coalesce(layer_total.layers, 0)
  -- Other bytes of the blobs of new layers.
  OR image_update.new_layer_bytes <> coalesce(layer_total.layer_bytes, 0)
  -- Other bytes of distinct new contents, uncompressed.
  OR image_update.new_file_bytes <> coalesce(layer_total.file_bytes, 0)
  -- Other stored bytes of files.
  OR image_update.new_file_stored_bytes + image_update.avoidable_bytes + image_update.repeated_bytes
    <> coalesce(layer_total.stored_bytes, 0)
  -- Directories and layers differ in the bytes of new contents, or in stored bytes where those of all layers are known.
  OR coalesce(layer_total.file_bytes, 0) <> coalesce(directory_total.file_bytes, 0)
  OR (layer_total.unmeasured = 0 AND layer_total.stored_bytes <> coalesce(directory_total.stored_bytes, 0))
  -- A layer whose files take more than its blob.
  OR layer_total.larger > 0
  -- New chunks have more bytes than the new files that they are in.
  OR chunk_total.bytes > image_update.new_file_bytes
ORDER BY image_update.update_number
-- At most 20 faults are listed; column total counts all.
LIMIT 20
