-- The rows of file_origin add up to all duplicate files: no duplicate is without an origin, and none has two.
-- A duplicate is a copy of a content beyond the first: a content with n copies has n - 1. Finds nothing while
-- file_origin is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: the duplicates of all origins.
origin_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM file_origin
),
-- One row: a content with n copies has n - 1 duplicates.
duplicate_total AS (
  SELECT coalesce(sum(copies - 1), 0) AS files, coalesce(sum((copies - 1) * bytes), 0) AS bytes FROM file_sharing
)
SELECT
  origin_total.files AS origin_files, duplicate_total.files AS duplicate_files,
  origin_total.bytes AS origin_bytes, duplicate_total.bytes AS duplicate_bytes
FROM origin_total
CROSS JOIN duplicate_total
-- While file_origin is empty there is nothing to check.
WHERE EXISTS (SELECT 1 FROM file_origin)
  AND (
    -- The origins have more or fewer files than there are duplicates.
    origin_total.files <> duplicate_total.files
    -- The origins have more or fewer bytes.
    OR origin_total.bytes <> duplicate_total.bytes
  )
