-- One row per artifact's manifest and part that this run found and the warehouse does not have yet.
-- Reads:
--   new_artifact: what this run found for table artifact.
SELECT DISTINCT new_artifact.*
FROM new_artifact
ANTI JOIN artifact
  ON artifact.manifest_digest = new_artifact.manifest_digest
  AND artifact.digest = new_artifact.digest
