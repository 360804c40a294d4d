-- What layers have at a path: at most 10 rows, one per kind, content and link target, those of most layers first. Each
-- row repeats the totals over all entries at the path.
WITH entry AS (
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
listed AS (
  SELECT DISTINCT image_digest, layer_digest
  FROM image_layer
  WHERE layer_digest IN (SELECT layer_digest FROM entry)
),
found AS (
  SELECT
    kind,
    fingerprint,
    link_target,
    max(bytes) AS bytes,
    count(DISTINCT layer_digest) AS layers,
    sum(stored_bytes) AS stored_bytes,
    count(*) - count(stored_bytes) AS entries_of_unknown_stored_bytes
  FROM entry
  GROUP BY kind, fingerprint, link_target
),
used AS (
  SELECT entry.kind, entry.fingerprint, entry.link_target, count(DISTINCT listed.image_digest) AS images
  FROM entry
  JOIN listed ON listed.layer_digest = entry.layer_digest
  GROUP BY entry.kind, entry.fingerprint, entry.link_target
)
SELECT
  total.contents,
  total.layers AS all_layers,
  total.stored_bytes AS all_stored_bytes,
  total.unknown AS all_entries_of_unknown_stored_bytes,
  found.kind,
  lower(hex(found.fingerprint)) AS fingerprint,
  found.link_target,
  found.bytes,
  found.layers,
  coalesce(used.images, 0) AS images,
  found.stored_bytes
FROM found
LEFT JOIN used
  ON used.kind = found.kind
  AND used.fingerprint IS NOT DISTINCT FROM found.fingerprint
  AND used.link_target IS NOT DISTINCT FROM found.link_target
CROSS JOIN (
  SELECT
    count(DISTINCT fingerprint) AS contents,
    count(DISTINCT layer_digest) AS layers,
    sum(stored_bytes) AS stored_bytes,
    count(*) - count(stored_bytes) AS unknown
  FROM entry
) AS total
ORDER BY found.layers DESC, found.kind, fingerprint, found.link_target
LIMIT 10
