-- Every content of file_sharing is in exactly one bundle of file_bundle, with all layers that contain the content.
-- Finds nothing while file_bundle is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
bundled AS (
  SELECT
    count(*) AS bundles,
    sum(files) AS files,
    sum(bytes) AS bytes,
    min(all_layers) AS all_layers
  FROM file_bundle
),
-- View stored_file has one row for each bundle and layer: its files add up to pairs of content and layer.
contained AS (
  SELECT sum(files) AS pairs, max(layer_number) AS last_number
  FROM stored_file
),
shared AS (
  SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(layers), 0) AS pairs
  FROM file_sharing
),
published AS (
  SELECT count(*) AS layers FROM layer
)
SELECT
  bundled.files,
  shared.files AS shared_files,
  bundled.bytes,
  shared.bytes AS shared_bytes,
  contained.pairs,
  shared.pairs AS shared_pairs,
  contained.last_number,
  bundled.all_layers,
  published.layers,
  1 AS total
FROM bundled
CROSS JOIN contained
CROSS JOIN shared
CROSS JOIN published
-- Without bundles there is nothing to check.
WHERE bundled.bundles > 0
  AND (
    -- Another number of distinct contents.
    bundled.files <> shared.files
    -- Other bytes of the distinct contents.
    OR bundled.bytes <> shared.bytes
    -- Another number of pairs of content and layer.
    OR contained.pairs <> shared.pairs
    -- Layers are numbered from 0 (view layer_number), so a number must be below the number of layers.
    OR contained.last_number >= published.layers
    -- Bundles of another set of layers than the published ones: their numbers are no longer valid.
    OR bundled.all_layers <> published.layers
  )
ORDER BY bundled.files
