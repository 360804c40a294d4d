-- Rows of contents that some layer contained, if a run until then cut any.
SELECT every.*
FROM /* every */ file_recipe AS every
WHERE every.fingerprint IN (SELECT layer_recipe.fingerprint FROM layer_recipe WHERE layer_recipe.kind = 'FILE')
  AND (
    EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'file_recipe'] > 0)
    OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'file_recipe'] > 0)
  )
