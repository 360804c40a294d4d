-- One row per image that the requested name leads to. The name is a tag of `repository`, or the beginning of a digest,
-- between `digest` and `until`. The digest is that of an image or of an index that lists images; root is the manifest
-- that has it, and empty for a tag. An image in several repositories gets the first one by name, unless `repository` is
-- given.
-- Reads:
--   update_tag: tags with their images (tag.sql).
--   update_image: images with their platforms (platform.sql).
--   update_member: repositories with their images (member.sql).
WITH root AS (
  SELECT '' AS root, image_digest
  FROM update_tag
  WHERE :tag <> '' AND tag = :tag AND repository = :repository
  UNION
  SELECT image_digest, image_digest
  FROM image
  WHERE :digest <> '' AND image_digest >= :digest AND image_digest < :until
  UNION
  SELECT manifest.manifest_digest, manifest_reference.digest
  FROM manifest
  JOIN manifest_reference ON manifest_reference.manifest_digest = manifest.manifest_digest
  WHERE :digest <> '' AND manifest.manifest_digest >= :digest AND manifest.manifest_digest < :until
    AND manifest.kind = 'INDEX' AND manifest_reference.kind = 'MANIFEST'
)
SELECT
  root.root,
  root.image_digest,
  min(image.platform) AS platform,
  coalesce(min(update_member.repository), '') AS repository,
  min_by(update_member.tag, update_member.repository) AS tag
FROM root
JOIN update_image AS image ON image.image_digest = root.image_digest
LEFT JOIN update_member ON update_member.image_digest = root.image_digest
WHERE :repository = '' OR update_member.repository = :repository
GROUP BY root.root, root.image_digest
ORDER BY platform, root.root, root.image_digest
