-- Rows of a table of file contents, as of a moment: those whose content some layer of that time contains. There are
-- none before the first run that wrote the table.
SELECT every.*
FROM /* every */ file_recipe AS every
WHERE every.fingerprint IN (SELECT layer_recipe.fingerprint FROM layer_recipe WHERE layer_recipe.kind = 'FILE')
  AND (
    EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'file_recipe'] > 0)
    OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'file_recipe'] > 0)
  )
