-- The rows of file_path have the contents, copies and bytes of file_sharing, each content with one size.
-- Finds nothing while file_path is empty: derive has not run, or the table is older than what it is derived from.
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
WHERE named.contents > 0
  AND (
    named.contents <> shared.contents
    OR named.copies <> shared.copies
    OR named.bytes <> shared.bytes
    OR named.uneven > 0
    OR named.all_layers <> published.layers
  )
ORDER BY named.contents
