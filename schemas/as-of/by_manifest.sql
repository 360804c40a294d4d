-- Rows of a table about manifests as of a moment: without those of manifests that were gone. All rows or none by runs: all,
-- if a run up to the moment added any, or if no run ever recorded adding any.
SELECT every.*
FROM /* every */ artifact AS every
ANTI JOIN gone_manifest ON gone_manifest.manifest_digest = every.manifest_digest
WHERE EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'artifact'] > 0)
  OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'artifact'] > 0)
