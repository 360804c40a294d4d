-- All files of 0 bytes have the same fingerprint and the type 'empty', and no other file has that type.
WITH
-- One row for each fingerprint and type of files that are empty, or are said to be.
empty_content AS (
  SELECT fingerprint, content_type, min(bytes) AS least_bytes, max(bytes) AS most_bytes, count(*) AS files
  FROM layer_recipe
  WHERE kind = 'FILE' AND (bytes = 0 OR content_type = 'empty')
  GROUP BY fingerprint, content_type
)
SELECT
  lower(hex(fingerprint)) AS fingerprint, content_type, least_bytes, most_bytes, files,
  count(*) OVER () AS total
FROM empty_content
-- A file of type 'empty' that has bytes.
WHERE most_bytes > 0
  -- A file of 0 bytes that has another type.
  OR content_type <> 'empty'
  -- Two fingerprints or types: all rows are listed.
  OR (SELECT count(*) FROM empty_content) > 1
ORDER BY lower(hex(fingerprint)), content_type
-- At most 20 faults are listed; column total counts all.
LIMIT 20
