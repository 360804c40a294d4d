-- Files and bytes of layer_duplicate add up to the duplicates that file_sharing counts: copies - 1 of each content.
-- Each duplicate has exactly one cause. Not checked while layer_twin is empty: verb derive has not looked for causes.
WITH
caused AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM layer_duplicate
),
counted AS (
  SELECT coalesce(sum(copies - 1), 0) AS files, coalesce(sum((copies - 1) * bytes), 0) AS bytes FROM file_sharing
)
SELECT
  caused.files AS caused_files, counted.files AS duplicate_files,
  caused.bytes AS caused_bytes, counted.bytes AS duplicate_bytes
FROM caused
CROSS JOIN counted
-- Other files or other bytes, once there are causes.
WHERE (caused.files <> counted.files OR caused.bytes <> counted.bytes) AND EXISTS (SELECT 1 FROM layer_twin)
