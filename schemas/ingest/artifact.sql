-- Artifacts that the warehouse does not list yet.
SELECT DISTINCT found_artifact.*
FROM found_artifact
ANTI JOIN artifact
  ON artifact.manifest_digest = found_artifact.manifest_digest
  AND artifact.digest = found_artifact.digest
