-- The rows of layer_duplicate add up to all duplicate files: no duplicate is without a cause, and none has two.
-- A duplicate is a copy of a content beyond the first: a content with n copies has n - 1. Finds nothing while
-- layer_twin is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: the duplicates of all layers and causes.
cause_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM layer_duplicate
),
-- One row: a content with n copies has n - 1 duplicates.
duplicate_total AS (
  SELECT coalesce(sum(copies - 1), 0) AS files, coalesce(sum((copies - 1) * bytes), 0) AS bytes FROM file_sharing
)
SELECT
  cause_total.files AS cause_files, duplicate_total.files AS duplicate_files,
  cause_total.bytes AS cause_bytes, duplicate_total.bytes AS duplicate_bytes
FROM cause_total
CROSS JOIN duplicate_total
-- While layer_twin is empty there is nothing to check.
WHERE EXISTS (SELECT 1 FROM layer_twin)
  AND (
    -- The causes have more or fewer files than there are duplicates.
    cause_total.files <> duplicate_total.files
    -- The causes have more or fewer bytes.
    OR cause_total.bytes <> duplicate_total.bytes
  )
