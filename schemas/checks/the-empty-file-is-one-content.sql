-- All files of 0 bytes have one fingerprint, the type `empty`, and nothing else has that type.
WITH
hollow AS (
  SELECT fingerprint, content_type, min(bytes) AS least_bytes, max(bytes) AS most_bytes, count(*) AS files
  FROM layer_recipe
  WHERE kind = 'FILE' AND (bytes = 0 OR content_type = 'empty')
  GROUP BY fingerprint, content_type
)
SELECT
  lower(hex(fingerprint)) AS fingerprint, content_type, least_bytes, most_bytes, files,
  count(*) OVER () AS total
FROM hollow
WHERE most_bytes > 0
  OR content_type <> 'empty'
  OR (SELECT count(*) FROM hollow) > 1
ORDER BY lower(hex(fingerprint)), content_type
LIMIT 20
