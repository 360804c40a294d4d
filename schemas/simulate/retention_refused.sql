-- Manifests of repositories that an ingest refused: those that it could follow, of kinds that are not read, and the others.
SELECT count(manifest.manifest_digest) AS followed, count(*) - count(manifest.manifest_digest) AS unread
FROM (SELECT DISTINCT manifest_digest FROM repository_manifest) AS contained
LEFT JOIN manifest ON manifest.manifest_digest = contained.manifest_digest
LEFT JOIN (SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'UNSUPPORTED') AS refused
  ON refused.digest = contained.manifest_digest
WHERE manifest.manifest_digest IS NULL OR refused.digest IS NOT NULL
