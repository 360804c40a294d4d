-- Every FILE has a fingerprint and a content type, and entries of other kinds have neither.
SELECT
  layer_digest, position, kind, path, lower(hex(fingerprint)) AS fingerprint, content_type,
  count(*) OVER () AS total
FROM layer_recipe
-- A FILE without a fingerprint, or another entry with one.
WHERE (kind = 'FILE') <> (fingerprint IS NOT NULL)
  -- A FILE without a content type, or another entry with one.
  OR (kind = 'FILE') <> (content_type IS NOT NULL)
ORDER BY layer_digest, position
-- At most 20 faults are listed; column total counts all.
LIMIT 20
