-- The names of all tags that lead to a manifest.
SELECT DISTINCT concat(held.repository, ':', held.tag) AS name
FROM repository_manifest AS held
JOIN manifest ON manifest.manifest_digest = held.manifest_digest
WHERE held.tag IS NOT NULL
