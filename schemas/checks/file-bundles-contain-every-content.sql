-- Bundles have as many contents, bytes and pairs of content and layer as file_sharing, and valid numbers of layers.
-- A bundle is the set of all contents that exactly the same layers contain.
-- Finds nothing while file_bundle is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: all bundles.
bundle_total AS (
  SELECT
    count(*) AS bundles,
    sum(files) AS files,
    sum(bytes) AS bytes,
    -- Published layers when the table was made, equal in all rows.
    min(all_layers) AS all_layers
  FROM file_bundle
),
-- View stored_file has one row for each bundle and layer: its files add up to pairs of content and layer.
pair_total AS (
  SELECT sum(files) AS pairs, max(layer_number) AS last_number
  FROM stored_file
),
-- One row: all distinct contents, and the pairs of content and layer.
content_total AS (
  SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(layers), 0) AS pairs
  FROM file_sharing
),
-- One row: the published layers.
published_total AS (
  SELECT count(*) AS layers FROM layer
)
-- One row where a total differs, else none: so column total, the number of faults, is 1.
SELECT
  bundle_total.files,
  content_total.files AS expected_files,
  bundle_total.bytes,
  content_total.bytes AS expected_bytes,
  pair_total.pairs,
  content_total.pairs AS expected_pairs,
  pair_total.last_number,
  bundle_total.all_layers,
  published_total.layers,
  1 AS total
FROM bundle_total
CROSS JOIN pair_total
CROSS JOIN content_total
CROSS JOIN published_total
-- Without bundles there is nothing to check.
WHERE bundle_total.bundles > 0
  AND (
    -- Another number of distinct contents.
    bundle_total.files <> content_total.files
    -- Other bytes of the distinct contents.
    OR bundle_total.bytes <> content_total.bytes
    -- Another number of pairs of content and layer.
    OR pair_total.pairs <> content_total.pairs
    -- Layers are numbered from 0 (view layer_number), so a number must be below the number of layers.
    OR pair_total.last_number >= published_total.layers
    -- Bundles of another set of layers than the published ones: their numbers are no longer valid.
    OR bundle_total.all_layers <> published_total.layers
  )
ORDER BY bundle_total.files
