-- 1 <= layers <= copies, no degree exceeds the number of owners there are, and without an image there is no repository.
WITH
limits AS (
  SELECT
    (SELECT count(*) FROM layer) AS layers,
    (SELECT count(*) FROM (SELECT DISTINCT image_digest FROM image_layer) AS listed) AS images,
    (SELECT count(DISTINCT repository) FROM image_tag) AS repositories
)
SELECT
  lower(hex(file_sharing.fingerprint)) AS fingerprint,
  file_sharing.bytes,
  file_sharing.copies,
  file_sharing.layers,
  file_sharing.images,
  file_sharing.repositories,
  count(*) OVER () AS total
FROM file_sharing
CROSS JOIN limits
WHERE file_sharing.layers < 1
  OR file_sharing.layers > file_sharing.copies
  OR file_sharing.bytes < 0
  OR file_sharing.images < 0
  OR file_sharing.repositories < 0
  OR (file_sharing.images = 0 AND file_sharing.repositories > 0)
  OR file_sharing.layers > limits.layers
  OR file_sharing.images > limits.images
  OR file_sharing.repositories > limits.repositories
ORDER BY lower(hex(file_sharing.fingerprint))
LIMIT 20
