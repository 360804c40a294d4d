-- One row per layer that was read (unit) and distinct content of its files. copies counts its files. An estimate may
-- read only the head of a layer: the first archive_bytes of its archive, which view head has by layer. head_copies
-- counts the files in the head. The head ends before the first file that is not wholly in it, as the program that
-- reads heads stops there. directory_group is one of 16 groups: the first hexadecimal digit of the MD5 of a file's
-- directory, the smallest of several.
WITH
-- One row per layer with a file that is not wholly in its head: the position of the first such file.
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
