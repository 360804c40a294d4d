-- Every content of file_sharing is in one bundle of file_bundle, with all layers that contain it, by numbers that there are.
-- Passes while file_bundle is empty: derive has not run, or the table is older than what it is derived from.
WITH
bundled AS (
  SELECT
    count(*) AS bundles,
    sum(files) AS files,
    sum(bytes) AS bytes,
    min(all_layers) AS all_layers
  FROM file_bundle
),
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
WHERE bundled.bundles > 0
  AND (
    bundled.files <> shared.files
    OR bundled.bytes <> shared.bytes
    OR contained.pairs <> shared.pairs
    OR contained.last_number >= published.layers
    OR bundled.all_layers <> published.layers
  )
ORDER BY bundled.files
