-- Copies and copied bytes of file_sharing add up to the files and file bytes of the layers; unique <= logical.
-- Finds nothing while file_sharing is empty: derive has not run, or the table is older than what it is derived from.
WITH
shared AS (
  SELECT
    count(*) AS fingerprints,
    coalesce(sum(copies), 0) AS copies,
    coalesce(sum(bytes), 0) AS unique_bytes,
    coalesce(sum(bytes * copies), 0) AS copied_bytes
  FROM file_sharing
),
stored AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(file_bytes), 0) AS file_bytes
  FROM layer
)
SELECT
  shared.fingerprints,
  shared.copies,
  stored.files,
  shared.unique_bytes,
  shared.copied_bytes,
  stored.file_bytes,
  1 AS total
FROM shared
CROSS JOIN stored
WHERE shared.fingerprints > 0
  AND (
    shared.copies <> stored.files
    OR shared.copied_bytes <> stored.file_bytes
    OR shared.unique_bytes > shared.copied_bytes
    OR shared.fingerprints > shared.copies
  )
ORDER BY shared.fingerprints
