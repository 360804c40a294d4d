-- Rows of a table of file contents as of a moment: those whose content is in a layer that was ingested by then. No
-- rows, if a run wrote the table but none did so before the moment. Views layer_recipe and run have the state of the
-- moment, every_run has all runs.
SELECT every.*
FROM /* every */ file_recipe AS every
WHERE every.fingerprint IN (SELECT layer_recipe.fingerprint FROM layer_recipe WHERE layer_recipe.kind = 'FILE')
  AND (
    EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'file_recipe'] > 0)
    OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'file_recipe'] > 0)
  )
