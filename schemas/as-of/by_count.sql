-- Rows of a table that has neither times nor runs, as of a moment: all rows or none. All rows, if a run up to the
-- moment added any, or if no run ever recorded adding any; otherwise none.
SELECT every.*
FROM /* every */ artifact AS every
WHERE EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'artifact'] > 0)
  OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'artifact'] > 0)
