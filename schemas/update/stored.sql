-- One row per layer that some update brings, bundle of contents and directory. files, bytes and first_bytes count the
-- first copy of each content in the layer; stored_bytes sums all copies. Contents that no other layer contains have a
-- null bundle: they are new in every update that brings them. The directory is the first two folders of the path, cut
-- by positions: a regular expression takes twice as long.
-- Reads:
--   update_brought: new layers of each update (brought.sql).
--   file_owners: distinct contents with the layers that contain them (owners.sql).
--   file_bundles: bundles: contents that exactly the same layers contain (sharing/file_bundle.sql).
WITH
-- Layers that some update brings and that were read.
new_layer AS (
  SELECT DISTINCT layer_number, layer_digest FROM update_brought WHERE layer_number IS NOT NULL
),
-- One row per file of these layers. slash and next_slash are the lengths up to the first two slashes of its path.
layer_file AS (
  SELECT
    new_layer.layer_number,
    layer_recipe.fingerprint,
    layer_recipe.position,
    layer_recipe.bytes,
    layer_recipe.stored_bytes,
    layer_recipe.path,
    instr(layer_recipe.path, '/') AS slash,
    instr(substr(layer_recipe.path, instr(layer_recipe.path, '/') + 1), '/') AS next_slash
  FROM layer_recipe
  JOIN new_layer ON new_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
),
-- One row per layer, content and directory: the copies of the content there. position and first_bytes are those of
-- the first copy.
layer_content AS (
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
  FROM layer_file
  GROUP BY 1, 2, 3
),
-- is_first is 1 in the directory that has the first copy of the content in the layer.
placed_content AS (
  SELECT
    layer_content.*,
    CASE WHEN position = min(position) OVER (PARTITION BY layer_number, fingerprint) THEN 1 ELSE 0 END AS is_first
  FROM layer_content
)
SELECT
  placed_content.layer_number,
  shared_content.bundle,
  placed_content.directory,
  sum(placed_content.is_first) AS files,
  sum(placed_content.is_first * placed_content.bytes) AS bytes,
  sum(placed_content.is_first * placed_content.first_bytes) AS first_bytes,
  sum(placed_content.stored_bytes) AS stored_bytes
FROM placed_content
LEFT JOIN (
  SELECT file_owners.fingerprint, file_bundles.bundle
  FROM file_owners
  JOIN file_bundles ON file_bundles.layers = file_owners.owners
  WHERE file_owners.layers > 1
) AS shared_content ON shared_content.fingerprint = placed_content.fingerprint
GROUP BY 1, 2, 3
