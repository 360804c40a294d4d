-- One row per layer that some update brings, bundle of contents and directory. files, bytes and first_bytes count the
-- first copy of each content in the layer; stored_bytes sums all copies. Contents that no other layer contains have a
-- null bundle: they are new in every update that brings them. The directory is the first two folders of the path, cut
-- by positions: a regular expression takes twice as long.
WITH
brought AS (
  SELECT DISTINCT layer_number, layer_digest FROM update_brought WHERE layer_number IS NOT NULL
),
file AS (
  SELECT
    brought.layer_number,
    layer_recipe.fingerprint,
    layer_recipe.position,
    layer_recipe.bytes,
    layer_recipe.stored_bytes,
    layer_recipe.path,
    instr(layer_recipe.path, '/') AS slash,
    instr(substr(layer_recipe.path, instr(layer_recipe.path, '/') + 1), '/') AS next_slash
  FROM layer_recipe
  JOIN brought ON brought.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
),
copied AS (
  SELECT
    layer_number,
    fingerprint,
    CASE
      WHEN next_slash > 1 THEN substr(path, 1, slash + next_slash - 1)
      WHEN slash > 0 THEN substr(path, 1, slash - 1)
      ELSE ''
    END AS directory,
    min(position) AS position,
    min(bytes) AS bytes,
    min_by(stored_bytes, position) AS first_bytes,
    sum(stored_bytes) AS stored_bytes
  FROM file
  GROUP BY 1, 2, 3
),
-- is_first is 1 in the directory that has the first copy of the content in the layer.
placed AS (
  SELECT
    copied.*,
    CASE WHEN position = min(position) OVER (PARTITION BY layer_number, fingerprint) THEN 1 ELSE 0 END AS is_first
  FROM copied
)
SELECT
  placed.layer_number,
  shared.bundle,
  placed.directory,
  sum(placed.is_first) AS files,
  sum(placed.is_first * placed.bytes) AS bytes,
  sum(placed.is_first * placed.first_bytes) AS first_bytes,
  sum(placed.stored_bytes) AS stored_bytes
FROM placed
LEFT JOIN (
  SELECT file_owners.fingerprint, file_bundles.bundle
  FROM file_owners
  JOIN file_bundles ON file_bundles.layers = file_owners.owners
  WHERE file_owners.layers > 1
) AS shared ON shared.fingerprint = placed.fingerprint
GROUP BY 1, 2, 3
