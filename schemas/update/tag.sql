-- One row per tag and image that it points to. A tag without a repository gets that of table repository_manifest: the
-- folder of the layout or the archive's name.
SELECT
  coalesce(image_tag.repository, repository_manifest.repository, '') AS repository,
  image_tag.tag,
  image_tag.image_digest,
  image_tag.first_seen_at
FROM image_tag
LEFT JOIN repository_manifest
  ON image_tag.repository IS NULL AND repository_manifest.manifest_digest = image_tag.image_digest
