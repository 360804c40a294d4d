-- The 3 repositories whose layers have the most bytes of duplicate files, next to the bytes of all their files. A
-- duplicate is a copy of a content that another layer, or the same one, keeps (table layer_duplicate). A layer in
-- several repositories counts in each.
WITH
listed AS (
  SELECT DISTINCT image_tag.repository, image_layer.layer_digest
  FROM image_tag
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
  WHERE image_tag.repository IS NOT NULL
),
repeated AS (
  SELECT layer_digest, sum(bytes) AS bytes FROM layer_duplicate GROUP BY layer_digest
)
SELECT
  listed.repository,
  sum(coalesce(repeated.bytes, 0)) AS duplicate_bytes,
  sum(layer.file_bytes) AS bytes
FROM listed
JOIN layer ON layer.layer_digest = listed.layer_digest
LEFT JOIN repeated ON repeated.layer_digest = listed.layer_digest
GROUP BY listed.repository
ORDER BY duplicate_bytes DESC, listed.repository
LIMIT 3
