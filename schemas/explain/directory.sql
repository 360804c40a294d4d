-- One row: the files whose path begins with `directory`, over all layers. distinct_* counts each content once.
-- stored_bytes leaves out the files of unknown stored bytes.
WITH
-- One row per distinct content below the directory; one is the length of one copy.
directory_content AS (
  SELECT
    layer_recipe.fingerprint,
    count(*) AS files,
    sum(layer_recipe.bytes) AS bytes,
    max(layer_recipe.bytes) AS one,
    sum(layer_recipe.stored_bytes) AS stored_bytes,
    count(*) - count(layer_recipe.stored_bytes) AS unknown
  FROM layer_recipe
  JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND substr(layer_recipe.path, 1, length(:directory)) = :directory
  GROUP BY layer_recipe.fingerprint
)
SELECT
  coalesce(sum(files), 0) AS files,
  coalesce(sum(bytes), 0) AS bytes,
  sum(stored_bytes) AS stored_bytes,
  coalesce(sum(unknown), 0) AS files_of_unknown_stored_bytes,
  count(*) AS distinct_contents,
  coalesce(sum(one), 0) AS distinct_bytes
FROM directory_content
