-- One row with two counts of manifests in repositories that were not read in full.
-- followed: of an unsupported kind, but their references are known. unread: nothing is known of them.
SELECT count(manifest.manifest_digest) AS followed, count(*) - count(manifest.manifest_digest) AS unread
FROM (SELECT DISTINCT manifest_digest FROM repository_manifest) AS contained
LEFT JOIN manifest ON manifest.manifest_digest = contained.manifest_digest
LEFT JOIN (SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'UNSUPPORTED') AS refused
  ON refused.digest = contained.manifest_digest
WHERE manifest.manifest_digest IS NULL OR refused.digest IS NOT NULL
