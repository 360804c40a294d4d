-- Rows about layers that name the run that published them, as of a moment: those of runs up to then, of layers that were
-- there.
SELECT every.*
FROM /* every */ layer_pull AS every
WHERE every.run_id IN (SELECT run.run_id FROM run)
  AND every.layer_digest IN (SELECT layer.layer_digest FROM layer)
