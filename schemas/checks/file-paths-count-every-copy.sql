-- Table file_path has the contents, copies and bytes of file_sharing, and one size for each content.
-- Finds nothing while file_path is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
content AS (
  SELECT fingerprint, sum(files) AS copies, min(bytes) AS bytes, max(bytes) AS most_bytes, max(all_layers) AS all_layers
  FROM file_path
  GROUP BY fingerprint
),
named AS (
  SELECT
    count(*) AS contents,
    sum(copies) AS copies,
    sum(copies * bytes) AS bytes,
    -- Contents that have different sizes at different paths.
    sum(CASE WHEN bytes <> most_bytes THEN 1 ELSE 0 END) AS uneven,
    max(all_layers) AS all_layers
  FROM content
),
shared AS (
  SELECT count(*) AS contents, coalesce(sum(copies), 0) AS copies, coalesce(sum(copies * bytes), 0) AS bytes
  FROM file_sharing
),
published AS (
  SELECT count(*) AS layers FROM layer
)
SELECT
  named.contents,
  shared.contents AS shared_contents,
  named.copies,
  shared.copies AS shared_copies,
  named.bytes,
  shared.bytes AS shared_bytes,
  named.uneven,
  named.all_layers,
  published.layers,
  1 AS total
FROM named
CROSS JOIN shared
CROSS JOIN published
-- Without rows there is nothing to check.
WHERE named.contents > 0
  AND (
    -- Another number of distinct contents.
    named.contents <> shared.contents
    -- Another number of copies.
    OR named.copies <> shared.copies
    -- Other bytes of all copies.
    OR named.bytes <> shared.bytes
    -- A content with two sizes.
    OR named.uneven > 0
    -- Paths of another set of layers than the published ones.
    OR named.all_layers <> published.layers
  )
ORDER BY named.contents
