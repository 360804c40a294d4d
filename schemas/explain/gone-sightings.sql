-- Where a digest that is gone was seen, and where images and manifests that listed it were, the last ones first.
SELECT DISTINCT
  location,
  CASE WHEN tag IS NOT NULL THEN concat(coalesce(repository, ''), ':', tag) END AS tag,
  first_seen_at,
  gone_at
FROM every_sighting
WHERE gone_at IS NOT NULL
  AND (
    digest = :digest
    OR digest IN (SELECT image_digest FROM every_image_layer WHERE layer_digest = :digest)
    OR digest IN (SELECT manifest_digest FROM every_manifest_reference WHERE digest = :digest)
  )
ORDER BY gone_at DESC, first_seen_at, tag, location
