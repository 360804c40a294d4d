-- What a repository holds, as the fold of a repository takes it: tags and manifests without a tag, what indexes list, what
-- referrers refer to, and when images were built. The time of a tag is when it was first seen.
SELECT
  held.repository,
  'HELD' AS fact,
  held.manifest_digest,
  held.tag AS other,
  unix_micros(held.first_seen_at) AS micros
FROM repository_manifest AS held
JOIN manifest ON manifest.manifest_digest = held.manifest_digest
UNION ALL
SELECT member.repository, 'CHILD', member.manifest_digest, child.manifest_digest, NULL
FROM member
JOIN manifest_reference AS listed ON listed.manifest_digest = member.manifest_digest AND listed.kind = 'MANIFEST'
JOIN manifest AS child ON child.manifest_digest = listed.digest
UNION ALL
SELECT member.repository, 'SUBJECT', member.manifest_digest, manifest.subject, NULL
FROM member
JOIN manifest ON manifest.manifest_digest = member.manifest_digest
WHERE manifest.subject IS NOT NULL
UNION ALL
SELECT member.repository, 'BUILT', member.manifest_digest, NULL, unix_micros(image.created_at)
FROM member
JOIN image ON image.image_digest = member.manifest_digest
WHERE image.created_at IS NOT NULL
