-- Table image_update: one row per update. Sums over new layers come from the rows of table image_update_layer. What
-- differs between both images once they are unpacked comes from view update_change. A column is null where layers that
-- it needs were not read, not measured, or not compared.
-- Reads:
--   update_part: the rows of table image_update_layer.
--   update_earlier: layers of the earlier image of each update (earlier.sql).
--   update_listed: layers of the images of updates (listed.sql).
--   update_pair: updates: two images that follow each other (pair.sql).
--   update_compared: updates whose layers were all read (compared.sql).
WITH
-- One row per update: sums over its new layers.
new_layer_total AS (
  SELECT
    update_number,
    count(*) AS new_layers,
    sum(CASE WHEN new_files IS NULL THEN 1 ELSE 0 END) AS unread_layers,
    sum(CASE WHEN new_file_stored_bytes IS NULL THEN 1 ELSE 0 END) AS unmeasured_layers,
    sum(new_layer_bytes) AS new_layer_bytes,
    sum(same_archive_bytes) AS same_archive_bytes,
    sum(new_files) AS new_files,
    sum(new_file_bytes) AS new_file_bytes,
    sum(new_file_stored_bytes) AS new_file_stored_bytes,
    sum(avoidable_bytes) AS avoidable_bytes,
    sum(repeated_bytes) AS repeated_bytes
  FROM update_part
  GROUP BY update_number
),
-- One row per update: the layers of its earlier image that were not read.
earlier_image AS (
  SELECT update_number, sum(CASE WHEN layer_number IS NULL THEN 1 ELSE 0 END) AS unread_layers
  FROM update_earlier
  GROUP BY update_number
),
-- One row per image: its layers, and their compressed bytes.
later_image AS (
  SELECT image_digest, count(*) AS layers, sum(compressed_bytes) AS compressed_bytes
  FROM update_listed
  GROUP BY image_digest
)
SELECT
  update_pair.update_number,
  update_pair.repository,
  update_pair.platform,
  update_pair.from_tag,
  update_pair.to_tag,
  update_pair.from_image,
  update_pair.to_image,
  coalesce(later_image.layers, 0) AS layers,
  coalesce(new_layer_total.new_layers, 0) AS new_layers,
  coalesce(new_layer_total.unread_layers, 0) + coalesce(earlier_image.unread_layers, 0) AS unread_layers,
  coalesce(later_image.compressed_bytes, 0) AS layer_bytes,
  coalesce(new_layer_total.new_layer_bytes, 0) AS new_layer_bytes,
  coalesce(new_layer_total.new_layer_bytes - new_layer_total.same_archive_bytes, 0) AS new_archive_layer_bytes,
  CASE WHEN coalesce(new_layer_total.unread_layers, 0) + coalesce(earlier_image.unread_layers, 0) = 0
    THEN coalesce(new_layer_total.new_files, 0) END AS new_files,
  CASE WHEN coalesce(new_layer_total.unread_layers, 0) + coalesce(earlier_image.unread_layers, 0) = 0
    THEN coalesce(new_layer_total.new_file_bytes, 0) END AS new_file_bytes,
  CASE WHEN coalesce(new_layer_total.unmeasured_layers, 0) + coalesce(earlier_image.unread_layers, 0) = 0
    THEN coalesce(new_layer_total.new_file_stored_bytes, 0) END AS new_file_stored_bytes,
  CASE WHEN coalesce(new_layer_total.unmeasured_layers, 0) + coalesce(earlier_image.unread_layers, 0) = 0
    THEN coalesce(new_layer_total.avoidable_bytes, 0) END AS avoidable_bytes,
  CASE WHEN coalesce(new_layer_total.unmeasured_layers, 0) + coalesce(earlier_image.unread_layers, 0) = 0
    THEN coalesce(new_layer_total.repeated_bytes, 0) END AS repeated_bytes,
  CASE WHEN update_compared.compared THEN coalesce(update_change.changed_files, 0) END AS changed_files,
  CASE WHEN update_compared.compared THEN coalesce(update_change.changed_bytes, 0) END AS changed_bytes,
  CASE WHEN update_compared.compared THEN coalesce(update_change.removed_files, 0) END AS removed_files,
  CASE WHEN update_compared.compared THEN coalesce(update_change.removed_bytes, 0) END AS removed_bytes
FROM update_pair
LEFT JOIN later_image ON later_image.image_digest = update_pair.to_image
LEFT JOIN earlier_image ON earlier_image.update_number = update_pair.update_number
LEFT JOIN update_compared ON update_compared.update_number = update_pair.update_number
LEFT JOIN update_change ON update_change.update_number = update_pair.update_number
LEFT JOIN new_layer_total ON new_layer_total.update_number = update_pair.update_number
