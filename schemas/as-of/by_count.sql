-- Rows without a time or a run, as of a moment. All of them, if a run until then added any to the table, or if no run
-- ever recorded that it did; else none.
SELECT every.*
FROM /* every */ artifact AS every
WHERE EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'artifact'] > 0)
  OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'artifact'] > 0)
