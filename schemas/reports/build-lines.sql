-- What does each step of the builds store, repeat, hide, and how often does it change?
-- One row per line: a step of the history of images without hashes and versions (table build_line), so that the builds
-- of one Dockerfile have the same lines. Layers without a step are in one row, its line null. A layer that several
-- lines made counts in each, so rows do not add up. Columns are null before the verb that makes them known: derive, or
-- simulate startup for hidden_bytes. The 60 lines with the most stored_bytes come first.
--
-- subject: registry
-- first: line images stored_bytes duplicate_bytes hidden_bytes updates changed_ratio new_layer_bytes
WITH
-- One row per image, layer of it and line that made the layer; the line is empty if no step is stated.
image_step AS (
  SELECT DISTINCT image_layer.image_digest, image_layer.layer_digest, coalesce(build_line.line, '') AS line
  FROM image_layer
  LEFT JOIN build_line ON build_line.created_by = image_layer.created_by
),
-- One row per layer with duplicates.
layer_duplicates AS (
  SELECT layer_digest, sum(bytes) AS bytes FROM layer_duplicate GROUP BY layer_digest
),
-- One row per layer: what is hidden in the image that hides least of it.
hidden_files AS (
  SELECT image_squash.layer_digest, min(image_squash.hidden_bytes) AS bytes
  FROM image_squash
  JOIN image ON image.image_digest = image_squash.image_digest
  GROUP BY image_squash.layer_digest
),
-- layers is 0 before simulate startup.
squash_run AS (
  SELECT count(*) AS layers FROM image_squash
),
-- contents is 0 before derive.
derive_run AS (
  SELECT count(*) AS contents FROM file_sharing
),
-- One row per line and distinct layer that it made.
line_layer AS (
  SELECT line, layer_digest FROM image_step GROUP BY line, layer_digest
),
-- One row per line: sums over its distinct layers.
line_total AS (
  SELECT
    line_layer.line,
    count(*) AS layers,
    sum(layer.compressed_bytes) AS stored_bytes,
    sum(layer.file_bytes) AS file_bytes,
    sum(coalesce(layer_duplicates.bytes, 0)) AS duplicate_bytes,
    sum(coalesce(hidden_files.bytes, 0)) AS hidden_bytes
  FROM line_layer
  JOIN layer ON layer.layer_digest = line_layer.layer_digest
  LEFT JOIN layer_duplicates ON layer_duplicates.layer_digest = line_layer.layer_digest
  LEFT JOIN hidden_files ON hidden_files.layer_digest = line_layer.layer_digest
  GROUP BY line_layer.line
),
-- One row per line.
line_images AS (
  SELECT line, count(DISTINCT image_digest) AS images FROM image_step GROUP BY line
),
-- One row per line: the updates to images that have the line.
line_updates AS (
  SELECT image_step.line, count(DISTINCT image_update.update_number) AS updates
  FROM image_step
  JOIN image_update ON image_update.to_image = image_step.image_digest
  GROUP BY image_step.line
),
-- One row per line: the updates in which a layer of the line is new.
changed_updates AS (
  SELECT image_step.line, count(DISTINCT image_update.update_number) AS updates, sum(part.new_layer_bytes) AS bytes
  FROM image_step
  JOIN image_update ON image_update.to_image = image_step.image_digest
  JOIN image_update_layer AS part
    ON part.update_number = image_update.update_number AND part.layer_digest = image_step.layer_digest
  GROUP BY image_step.line
)
SELECT
  nullif(line_total.line, '') AS line,
  line_images.images,
  -- layers: the distinct layers that images list under the line.
  line_total.layers,
  -- stored_bytes: the blobs of these layers; file_bytes their files, uncompressed.
  line_total.stored_bytes,
  line_total.file_bytes,
  -- duplicate_bytes: of file_bytes, the copies of contents that are kept elsewhere (table layer_duplicate).
  CASE WHEN derive_run.contents > 0 THEN line_total.duplicate_bytes END AS duplicate_bytes,
  -- hidden_bytes: files that layers above hide in every image that lists the layer (table image_squash).
  CASE WHEN squash_run.layers > 0 THEN line_total.hidden_bytes END AS hidden_bytes,
  -- updates: those of report update-cost to images with the line.
  CASE WHEN derive_run.contents > 0 THEN coalesce(line_updates.updates, 0) END AS updates,
  -- changed_updates: those in which a layer of the line is new.
  CASE WHEN derive_run.contents > 0 THEN coalesce(changed_updates.updates, 0) END AS changed_updates,
  -- changed_ratio: changed_updates / updates.
  coalesce(changed_updates.updates, 0) / nullif(line_updates.updates, 0) AS changed_ratio,
  -- new_layer_bytes: what the changed updates fetch of the line.
  CASE WHEN derive_run.contents > 0 THEN coalesce(changed_updates.bytes, 0) END AS new_layer_bytes
FROM line_total
CROSS JOIN squash_run
CROSS JOIN derive_run
JOIN line_images ON line_images.line = line_total.line
LEFT JOIN line_updates ON line_updates.line = line_total.line
LEFT JOIN changed_updates ON changed_updates.line = line_total.line
ORDER BY line_total.stored_bytes DESC, line_total.line
LIMIT 60
