-- Each content has 1 <= layers <= copies, and no more layers, images or repositories than the warehouse has.
WITH
-- One row: how many layers, images with layers and named repositories the warehouse has.
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
-- 1 <= layers <= copies must hold.
WHERE file_sharing.layers < 1
  OR file_sharing.layers > file_sharing.copies
  -- A size or a number of owners is negative.
  OR file_sharing.bytes < 0
  OR file_sharing.images < 0
  OR file_sharing.repositories < 0
  -- A repository contains a content only by an image, so without an image there must be no repository.
  OR (file_sharing.images = 0 AND file_sharing.repositories > 0)
  -- More owners than the warehouse has.
  OR file_sharing.layers > limits.layers
  OR file_sharing.images > limits.images
  OR file_sharing.repositories > limits.repositories
ORDER BY lower(hex(file_sharing.fingerprint))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
