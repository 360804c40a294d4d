-- What layers have at a path: at most 10 rows, one per kind, content and link target, those of most layers first. Each
-- row repeats the totals over all entries at the path.
WITH
-- One row per entry at the path.
path_entry AS (
  SELECT
    layer_recipe.layer_digest,
    layer_recipe.kind,
    layer_recipe.fingerprint,
    layer_recipe.link_target,
    layer_recipe.bytes,
    layer_recipe.stored_bytes
  FROM layer_recipe
  JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.path = :path AND /* once */ true
),
-- One row per image and layer of these entries.
listing_image AS (
  SELECT DISTINCT image_digest, layer_digest
  FROM image_layer
  WHERE layer_digest IN (SELECT layer_digest FROM path_entry)
),
-- One row per kind, content and link target.
distinct_entry AS (
  SELECT
    kind,
    fingerprint,
    link_target,
    max(bytes) AS bytes,
    count(DISTINCT layer_digest) AS layers,
    sum(stored_bytes) AS stored_bytes,
    count(*) - count(stored_bytes) AS entries_of_unknown_stored_bytes
  FROM path_entry
  GROUP BY kind, fingerprint, link_target
),
-- One row per kind, content and link target: the images with such an entry.
entry_images AS (
  SELECT
    path_entry.kind, path_entry.fingerprint, path_entry.link_target,
    count(DISTINCT listing_image.image_digest) AS images
  FROM path_entry
  JOIN listing_image ON listing_image.layer_digest = path_entry.layer_digest
  GROUP BY path_entry.kind, path_entry.fingerprint, path_entry.link_target
)
SELECT
  total.contents,
  total.layers AS all_layers,
  total.stored_bytes AS all_stored_bytes,
  total.unknown AS all_entries_of_unknown_stored_bytes,
  distinct_entry.kind,
  lower(hex(distinct_entry.fingerprint)) AS fingerprint,
  distinct_entry.link_target,
  distinct_entry.bytes,
  distinct_entry.layers,
  coalesce(entry_images.images, 0) AS images,
  distinct_entry.stored_bytes
FROM distinct_entry
LEFT JOIN entry_images
  ON entry_images.kind = distinct_entry.kind
  AND entry_images.fingerprint IS NOT DISTINCT FROM distinct_entry.fingerprint
  AND entry_images.link_target IS NOT DISTINCT FROM distinct_entry.link_target
CROSS JOIN (
  SELECT
    count(DISTINCT fingerprint) AS contents,
    count(DISTINCT layer_digest) AS layers,
    sum(stored_bytes) AS stored_bytes,
    count(*) - count(stored_bytes) AS unknown
  FROM path_entry
) AS total
ORDER BY distinct_entry.layers DESC, distinct_entry.kind, fingerprint, distinct_entry.link_target
LIMIT 10
