-- Copies of file_sharing, and their bytes, add up to the files and file bytes of all layers.
-- Finds nothing while file_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: sums over table file_sharing.
sharing_total AS (
  SELECT
    count(*) AS fingerprints,
    coalesce(sum(copies), 0) AS copies,
    -- Each distinct content once.
    coalesce(sum(bytes), 0) AS unique_bytes,
    -- Each content as often as it has copies.
    coalesce(sum(bytes * copies), 0) AS copied_bytes
  FROM file_sharing
),
-- One row: sums over table layer.
layer_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(file_bytes), 0) AS file_bytes
  FROM layer
)
SELECT
  sharing_total.fingerprints,
  sharing_total.copies,
  layer_total.files,
  sharing_total.unique_bytes,
  sharing_total.copied_bytes,
  layer_total.file_bytes,
  1 AS total
FROM sharing_total
CROSS JOIN layer_total
-- Without rows there is nothing to check.
WHERE sharing_total.fingerprints > 0
  AND (
    -- Another number of files.
    sharing_total.copies <> layer_total.files
    -- Other bytes of files.
    OR sharing_total.copied_bytes <> layer_total.file_bytes
    -- Distinct contents have more bytes than all copies.
    OR sharing_total.unique_bytes > sharing_total.copied_bytes
    -- There are more distinct contents than copies.
    OR sharing_total.fingerprints > sharing_total.copies
  )
ORDER BY sharing_total.fingerprints
