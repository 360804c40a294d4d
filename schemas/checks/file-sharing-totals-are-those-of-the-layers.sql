-- Copies of file_sharing, and their bytes, add up to the files and file bytes of all layers.
-- Finds nothing while file_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
shared AS (
  SELECT
    count(*) AS fingerprints,
    coalesce(sum(copies), 0) AS copies,
    -- Each distinct content once.
    coalesce(sum(bytes), 0) AS unique_bytes,
    -- Each content as often as it has copies.
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
-- Without rows there is nothing to check.
WHERE shared.fingerprints > 0
  AND (
    -- Another number of files.
    shared.copies <> stored.files
    -- Other bytes of files.
    OR shared.copied_bytes <> stored.file_bytes
    -- Distinct contents have more bytes than all copies.
    OR shared.unique_bytes > shared.copied_bytes
    -- There are more distinct contents than copies.
    OR shared.fingerprints > shared.copies
  )
ORDER BY shared.fingerprints
