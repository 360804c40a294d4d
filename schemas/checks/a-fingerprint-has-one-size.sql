-- All copies of a content have the same size and the same content type.
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(bytes) AS least_bytes,
  max(bytes) AS most_bytes,
  min(content_type) AS first_content_type,
  max(content_type) AS last_content_type,
  count(*) OVER () AS total
FROM layer_recipe
WHERE kind = 'FILE' AND fingerprint IS NOT NULL
GROUP BY fingerprint
HAVING min(bytes) <> max(bytes) OR min(content_type) <> max(content_type)
ORDER BY lower(hex(fingerprint))
LIMIT 20
