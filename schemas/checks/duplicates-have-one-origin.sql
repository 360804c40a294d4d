-- Files and bytes of file_origin add up to the duplicates that file_sharing counts: copies - 1 of each content.
-- Each duplicate has exactly one origin.
-- Finds nothing while file_origin is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
placed AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM file_origin
),
counted AS (
  SELECT coalesce(sum(copies - 1), 0) AS files, coalesce(sum((copies - 1) * bytes), 0) AS bytes FROM file_sharing
)
SELECT
  placed.files AS placed_files, counted.files AS duplicate_files,
  placed.bytes AS placed_bytes, counted.bytes AS duplicate_bytes
FROM placed
CROSS JOIN counted
-- Other files or other bytes, once there are origins.
WHERE (placed.files <> counted.files OR placed.bytes <> counted.bytes) AND EXISTS (SELECT 1 FROM file_origin)
