-- Files of the layers read, by layer and content. View head has the length of each layer's head; a layer's head ends before
-- its first file that ends beyond that, as the reader of heads does. Directories are put into 16 groups at random.
WITH
head_end AS (
  SELECT layer_recipe.layer_digest, min(layer_recipe.position) AS position
  FROM layer_recipe
  JOIN head ON head.unit = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.archive_offset + layer_recipe.bytes > head.archive_bytes
  GROUP BY layer_recipe.layer_digest
)
SELECT
  layer_recipe.layer_digest AS unit,
  layer_recipe.fingerprint,
  layer_recipe.bytes,
  count(*) AS copies,
  sum(
    CASE
      WHEN head.unit IS NULL OR layer_recipe.position >= head_end.position THEN 0
      ELSE 1
    END
  ) AS head_copies,
  min(substr(md5(regexp_replace(layer_recipe.path, '/[^/]*$', '')), 1, 1)) AS directory_group
FROM layer_recipe
LEFT JOIN head ON head.unit = layer_recipe.layer_digest
LEFT JOIN head_end ON head_end.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
GROUP BY layer_recipe.layer_digest, layer_recipe.fingerprint, layer_recipe.bytes
