-- The names REPOSITORY:TAG of all tags that point to a manifest that was read.
SELECT DISTINCT concat(entry.repository, ':', entry.tag) AS name
FROM repository_manifest AS entry
JOIN manifest ON manifest.manifest_digest = entry.manifest_digest
WHERE entry.tag IS NOT NULL
