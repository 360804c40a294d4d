-- What does each step of the builds store, repeat, hide, and how often does it change?
-- One row a line: a step of the history of images without hashes and versions (table build_line), so that the builds of one
-- Dockerfile have the same lines. Layers without a step are in one row, its line null. layers are the distinct layers that
-- images list under the line, those that several lines made in each, so rows do not add up. stored_bytes are their blobs;
-- file_bytes their files, uncompressed; duplicate_bytes the copies among these of contents that are kept elsewhere (table
-- layer_duplicate); hidden_bytes files that layers above hide in every image that lists the layer (table image_squash: null
-- before simulate startup). updates are those of report update-cost to images with the line, changed_updates those in which a
-- layer of the line is new: changed_ratio = changed_updates / updates. new_layer_bytes is what these fetch of it. Before
-- derive, duplicates and updates are null. The 60 lines with the most stored_bytes come first.
--
-- subject: registry
-- first: line images stored_bytes duplicate_bytes hidden_bytes updates changed_ratio new_layer_bytes
WITH
step AS (
  SELECT DISTINCT image_layer.image_digest, image_layer.layer_digest, coalesce(build_line.line, '') AS line
  FROM image_layer
  LEFT JOIN build_line ON build_line.created_by = image_layer.created_by
),
duplicate AS (
  SELECT layer_digest, sum(bytes) AS bytes FROM layer_duplicate GROUP BY layer_digest
),
hidden AS (
  SELECT layer_digest, min(hidden_bytes) AS bytes FROM image_squash GROUP BY layer_digest
),
squashed AS (
  SELECT count(*) AS layers FROM image_squash
),
derived AS (
  SELECT count(*) AS contents FROM file_sharing
),
made AS (
  SELECT line, layer_digest FROM step GROUP BY line, layer_digest
),
stored AS (
  SELECT
    made.line,
    count(*) AS layers,
    sum(layer.compressed_bytes) AS stored_bytes,
    sum(layer.file_bytes) AS file_bytes,
    sum(coalesce(duplicate.bytes, 0)) AS duplicate_bytes,
    sum(coalesce(hidden.bytes, 0)) AS hidden_bytes
  FROM made
  JOIN layer ON layer.layer_digest = made.layer_digest
  LEFT JOIN duplicate ON duplicate.layer_digest = made.layer_digest
  LEFT JOIN hidden ON hidden.layer_digest = made.layer_digest
  GROUP BY made.line
),
listed AS (
  SELECT line, count(DISTINCT image_digest) AS images FROM step GROUP BY line
),
possible AS (
  SELECT step.line, count(DISTINCT image_update.update_number) AS updates
  FROM step
  JOIN image_update ON image_update.to_image = step.image_digest
  GROUP BY step.line
),
brought AS (
  SELECT step.line, count(DISTINCT image_update.update_number) AS updates, sum(part.new_layer_bytes) AS bytes
  FROM step
  JOIN image_update ON image_update.to_image = step.image_digest
  JOIN image_update_layer AS part
    ON part.update_number = image_update.update_number AND part.layer_digest = step.layer_digest
  GROUP BY step.line
)
SELECT
  nullif(stored.line, '') AS line,
  listed.images,
  stored.layers,
  stored.stored_bytes,
  stored.file_bytes,
  CASE WHEN derived.contents > 0 THEN stored.duplicate_bytes END AS duplicate_bytes,
  CASE WHEN squashed.layers > 0 THEN stored.hidden_bytes END AS hidden_bytes,
  CASE WHEN derived.contents > 0 THEN coalesce(possible.updates, 0) END AS updates,
  CASE WHEN derived.contents > 0 THEN coalesce(brought.updates, 0) END AS changed_updates,
  coalesce(brought.updates, 0) / nullif(possible.updates, 0) AS changed_ratio,
  CASE WHEN derived.contents > 0 THEN coalesce(brought.bytes, 0) END AS new_layer_bytes
FROM stored
CROSS JOIN squashed
CROSS JOIN derived
JOIN listed ON listed.line = stored.line
LEFT JOIN possible ON possible.line = stored.line
LEFT JOIN brought ON brought.line = stored.line
ORDER BY stored.stored_bytes DESC, stored.line
LIMIT 60
