-- One row per repository, image and name under which requests ask for its manifest. A name is a tag that points to the
-- image directly, not through an index, or the image's digest.
SELECT repository_manifest.repository, repository_manifest.tag AS reference, image.image_digest, image.created_at
FROM repository_manifest
JOIN image ON image.image_digest = repository_manifest.manifest_digest
WHERE repository_manifest.tag IS NOT NULL
UNION
SELECT image_tag.repository, image.image_digest, image.image_digest, image.created_at
FROM image_tag
JOIN image ON image.image_digest = image_tag.image_digest
WHERE image_tag.repository IS NOT NULL
