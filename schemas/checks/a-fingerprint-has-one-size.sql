-- All FILE rows with the same fingerprint have the same size and the same content type.
WITH
-- One row per fingerprint and content type. Grouped by content type first: min and max of a text over all copies
-- would make Spark sort every copy.
typed_content AS (
  SELECT fingerprint, content_type, min(bytes) AS shortest, max(bytes) AS longest
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint IS NOT NULL
  GROUP BY fingerprint, content_type
)
SELECT
  lower(hex(fingerprint)) AS fingerprint,
  min(shortest) AS least_bytes,
  max(longest) AS most_bytes,
  min(content_type) AS first_content_type,
  max(content_type) AS last_content_type,
  count(*) OVER () AS total
FROM typed_content
GROUP BY fingerprint
-- Two sizes under one fingerprint.
HAVING min(shortest) <> max(longest)
  -- Two content types under one fingerprint.
  OR min(content_type) <> max(content_type)
ORDER BY lower(hex(fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
