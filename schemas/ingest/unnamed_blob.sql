-- One row per blob that a store lists, that no manifest refers to and that is no manifest. bytes is its length; null if
-- it is not known yet.
-- Reads:
--   new_stored_blob, new_repository_manifest, new_image_tag, new_manifest, new_manifest_reference: what this run found.
WITH
-- What manifests refer to, also those that are known and were not read again.
named AS (
  SELECT digest FROM new_manifest_reference
  UNION
  SELECT manifest_reference.digest
  FROM manifest_reference
  JOIN (
    SELECT manifest_digest FROM new_repository_manifest
    UNION
    SELECT image_digest FROM new_image_tag
  ) AS there ON there.manifest_digest = manifest_reference.manifest_digest
)
SELECT
  stored.location,
  stored.digest,
  coalesce(max(CASE WHEN stored.bytes >= 0 THEN stored.bytes END), max(known.bytes)) AS bytes
FROM new_stored_blob AS stored
ANTI JOIN new_repository_manifest AS contained ON contained.manifest_digest = stored.digest
ANTI JOIN new_manifest AS manifest ON manifest.manifest_digest = stored.digest
ANTI JOIN named ON named.digest = stored.digest
LEFT JOIN (SELECT digest, max(bytes) AS bytes FROM sighting WHERE kind = 'BLOB' GROUP BY digest) AS known
  ON known.digest = stored.digest
GROUP BY stored.location, stored.digest
