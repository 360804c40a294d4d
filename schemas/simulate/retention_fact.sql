-- What the simulation of retention reads of each repository, one row per fact, of four kinds:
-- ENTRY: a manifest in the repository; other is its tag or null, occurred_at when it was first seen.
-- CHILD: an index lists manifest other.
-- SUBJECT: a referrer, such as a signature, refers to manifest other.
-- BUILT: occurred_at is when the image was built.
-- Reads:
--   member: one row per repository and manifest that is in it, or that an index in it lists (retention_member.sql).
SELECT
  repository_entry.repository,
  'ENTRY' AS fact,
  repository_entry.manifest_digest,
  repository_entry.tag AS other,
  repository_entry.first_seen_at AS occurred_at
FROM repository_manifest AS repository_entry
JOIN manifest ON manifest.manifest_digest = repository_entry.manifest_digest
UNION ALL
SELECT member.repository, 'CHILD', member.manifest_digest, child_manifest.manifest_digest, NULL
FROM member
JOIN manifest_reference AS index_entry
  ON index_entry.manifest_digest = member.manifest_digest
  AND index_entry.kind = 'MANIFEST'
JOIN manifest AS child_manifest ON child_manifest.manifest_digest = index_entry.digest
UNION ALL
SELECT member.repository, 'SUBJECT', member.manifest_digest, manifest.subject, NULL
FROM member
JOIN manifest ON manifest.manifest_digest = member.manifest_digest
WHERE manifest.subject IS NOT NULL
UNION ALL
SELECT member.repository, 'BUILT', member.manifest_digest, NULL, image.created_at
FROM member
JOIN image ON image.image_digest = member.manifest_digest
WHERE image.created_at IS NOT NULL
