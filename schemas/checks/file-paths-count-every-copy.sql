-- Table file_path has the contents, copies and bytes of file_sharing, and one size for each content.
-- Finds nothing while file_path is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row per content: sums over its paths.
path_content AS (
  SELECT fingerprint, sum(files) AS copies, min(bytes) AS bytes, max(bytes) AS most_bytes, max(all_layers) AS all_layers
  FROM file_path
  GROUP BY fingerprint
),
-- One row: sums over all contents of table file_path.
path_total AS (
  SELECT
    count(*) AS contents,
    sum(copies) AS copies,
    sum(copies * bytes) AS bytes,
    -- Contents that have different sizes at different paths.
    sum(CASE WHEN bytes <> most_bytes THEN 1 ELSE 0 END) AS uneven,
    max(all_layers) AS all_layers
  FROM path_content
),
-- One row: sums over table file_sharing.
sharing_total AS (
  SELECT count(*) AS contents, coalesce(sum(copies), 0) AS copies, coalesce(sum(copies * bytes), 0) AS bytes
  FROM file_sharing
),
published_total AS (
  SELECT count(*) AS layers FROM layer
)
SELECT
  path_total.contents,
  sharing_total.contents AS shared_contents,
  path_total.copies,
  sharing_total.copies AS shared_copies,
  path_total.bytes,
  sharing_total.bytes AS shared_bytes,
  path_total.uneven,
  path_total.all_layers,
  published_total.layers,
  1 AS total
FROM path_total
CROSS JOIN sharing_total
CROSS JOIN published_total
-- Without rows there is nothing to check.
WHERE path_total.contents > 0
  AND (
    -- Another number of distinct contents.
    path_total.contents <> sharing_total.contents
    -- Another number of copies.
    OR path_total.copies <> sharing_total.copies
    -- Other bytes of all copies.
    OR path_total.bytes <> sharing_total.bytes
    -- A content with two sizes.
    OR path_total.uneven > 0
    -- Paths of another set of layers than the published ones.
    OR path_total.all_layers <> published_total.layers
  )
ORDER BY path_total.contents
