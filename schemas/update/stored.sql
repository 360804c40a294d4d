-- What the contents of a bundle store in a layer that some update brings, by directory of the first copy in the layer: the
-- first copy of each, and all copies. Contents that no other layer contains have no bundle here, as they are new wherever
-- they are brought. The directory is the first two of the path, cut by places, as a regular expression takes twice as long.
SELECT
  content.layer_number,
  shared.bundle,
  CASE
    WHEN content.next_slash > 1 THEN substr(content.path, 1, content.slash + content.next_slash - 1)
    WHEN content.slash > 0 THEN substr(content.path, 1, content.slash - 1)
    ELSE ''
  END AS directory,
  count(*) AS files,
  CAST(sum(content.bytes) AS BIGINT) AS bytes,
  CAST(sum(content.first_bytes) AS BIGINT) AS first_bytes,
  CAST(sum(content.stored_bytes) AS BIGINT) AS stored_bytes
FROM (
  SELECT
    copied.*,
    instr(path, '/') AS slash,
    instr(substr(path, instr(path, '/') + 1), '/') AS next_slash
  FROM (
    SELECT
      brought.layer_number,
      layer_recipe.fingerprint,
      min_by(layer_recipe.path, layer_recipe.position) AS path,
      min(layer_recipe.bytes) AS bytes,
      min_by(layer_recipe.stored_bytes, layer_recipe.position) AS first_bytes,
      sum(layer_recipe.stored_bytes) AS stored_bytes
    FROM layer_recipe
    JOIN (SELECT DISTINCT layer_number, layer_digest FROM update_brought WHERE layer_number IS NOT NULL) AS brought
      ON brought.layer_digest = layer_recipe.layer_digest
    WHERE layer_recipe.kind = 'FILE'
    GROUP BY brought.layer_number, layer_recipe.fingerprint
  ) AS copied
) AS content
LEFT JOIN (
  SELECT file_holders.fingerprint, file_bundles.bundle
  FROM file_holders
  JOIN file_bundles ON file_bundles.layers = file_holders.holders
  WHERE file_holders.layers > 1
) AS shared ON shared.fingerprint = content.fingerprint
GROUP BY 1, 2, 3
