-- The counts, bytes, stored bytes and depth of every layer are those of its rows in layer_recipe.
-- A layer without rows in layer_recipe has zeros. Null rest_bytes, of layers that an earlier version read, passes.
WITH
-- One row per layer: sums over its entries. Aggregated before the join, so that Spark moves one row a layer instead
-- of every entry.
recipe_total AS (
  SELECT
    layer_digest,
    count(CASE WHEN kind = 'FILE' THEN 1 END) AS files,
    count(CASE WHEN kind = 'DIRECTORY' THEN 1 END) AS directories,
    count(CASE WHEN kind = 'SYMLINK' THEN 1 END) AS symlinks,
    count(CASE WHEN kind = 'HARD_LINK' THEN 1 END) AS hard_links,
    count(CASE WHEN kind IN ('WHITEOUT', 'OPAQUE') THEN 1 END) AS whiteouts,
    count(CASE WHEN kind IN ('DEVICE', 'FIFO', 'METADATA') THEN 1 END) AS other_entries,
    count(*) AS entries,
    sum(CASE WHEN kind = 'FILE' THEN bytes ELSE 0 END) AS file_bytes,
    sum(stored_bytes) AS stored_bytes,
    -- The depth of a path is its number of slashes plus one; the root itself has depth 0.
    max(CASE WHEN path IN ('', '.') THEN 0 ELSE length(path) - length(replace(path, '/', '')) + 1 END) AS max_depth
  FROM layer_recipe
  GROUP BY layer_digest
)
SELECT
  layer.layer_digest,
  layer.files,
  coalesce(recipe_total.files, 0) AS recipe_files,
  layer.directories,
  coalesce(recipe_total.directories, 0) AS recipe_directories,
  layer.symlinks,
  coalesce(recipe_total.symlinks, 0) AS recipe_symlinks,
  layer.hard_links,
  coalesce(recipe_total.hard_links, 0) AS recipe_hard_links,
  layer.whiteouts,
  coalesce(recipe_total.whiteouts, 0) AS recipe_whiteouts,
  layer.other_entries,
  coalesce(recipe_total.other_entries, 0) AS recipe_other_entries,
  coalesce(recipe_total.entries, 0) AS recipe_entries,
  layer.file_bytes,
  coalesce(recipe_total.file_bytes, 0) AS recipe_file_bytes,
  layer.max_depth,
  coalesce(recipe_total.max_depth, 0) AS recipe_max_depth,
  layer.compressed_bytes - layer.rest_bytes AS entry_stored_bytes,
  coalesce(recipe_total.stored_bytes, 0) AS recipe_stored_bytes,
  count(*) OVER () AS total
FROM layer
LEFT JOIN recipe_total ON recipe_total.layer_digest = layer.layer_digest
-- Another number of entries of some kind than layer_recipe has.
WHERE layer.files <> coalesce(recipe_total.files, 0)
  OR layer.directories <> coalesce(recipe_total.directories, 0)
  OR layer.symlinks <> coalesce(recipe_total.symlinks, 0)
  OR layer.hard_links <> coalesce(recipe_total.hard_links, 0)
  OR layer.whiteouts <> coalesce(recipe_total.whiteouts, 0)
  OR layer.other_entries <> coalesce(recipe_total.other_entries, 0)
  -- All counts together must be all entries: an entry of an unknown kind would be in none of the counts.
  OR layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries
    <> coalesce(recipe_total.entries, 0)
  -- Other bytes of files, uncompressed.
  OR layer.file_bytes <> coalesce(recipe_total.file_bytes, 0)
  -- Another depth of the deepest path.
  OR layer.max_depth <> coalesce(recipe_total.max_depth, 0)
  -- The blob without what belongs to no entry (rest_bytes) must be the stored bytes of all entries.
  OR layer.compressed_bytes - layer.rest_bytes <> coalesce(recipe_total.stored_bytes, 0)
ORDER BY layer.layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
