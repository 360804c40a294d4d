-- One row per blob that a store lists, that no manifest refers to and that is no manifest. bytes is its length; null if
-- it is not known yet.
-- Reads:
--   new_stored_blob, new_repository_manifest, new_manifest, new_manifest_reference: what this run found.
SELECT
  stored.location,
  stored.digest,
  coalesce(max(CASE WHEN stored.bytes >= 0 THEN stored.bytes END), max(known.bytes)) AS bytes
FROM new_stored_blob AS stored
ANTI JOIN new_repository_manifest AS contained ON contained.manifest_digest = stored.digest
ANTI JOIN new_manifest AS manifest ON manifest.manifest_digest = stored.digest
ANTI JOIN new_manifest_reference AS led ON led.digest = stored.digest
LEFT JOIN (SELECT digest, max(bytes) AS bytes FROM sighting WHERE kind = 'BLOB' GROUP BY digest) AS known
  ON known.digest = stored.digest
GROUP BY stored.location, stored.digest
