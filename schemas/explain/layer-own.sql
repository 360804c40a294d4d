-- The contents of a layer that no other contains, as derive counted: their bytes, each once, and what their entries
-- take of the blob. The empty file is none.
WITH content AS (
  SELECT fingerprint, min(bytes) AS bytes, sum(stored_bytes) AS stored_bytes
  FROM layer_recipe
  WHERE layer_digest = :digest AND kind = 'FILE' AND bytes > 0
  GROUP BY fingerprint
)
SELECT
  count(*) AS contents,
  CAST(coalesce(sum(content.bytes), 0) AS BIGINT) AS bytes,
  CAST(sum(content.stored_bytes) AS BIGINT) AS stored_bytes
FROM content
JOIN file_sharing ON file_sharing.fingerprint = content.fingerprint
WHERE file_sharing.layers = 1
