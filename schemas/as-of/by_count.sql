-- Rows that say nothing of when they came: all of them, if a run until then added any, or if no run ever said that it did.
SELECT every.*
FROM /* every */ artifact AS every
WHERE EXISTS (SELECT 1 FROM run WHERE run.counts[/* table */ 'artifact'] > 0)
  OR NOT EXISTS (SELECT 1 FROM every_run AS any_run WHERE any_run.counts[/* table */ 'artifact'] > 0)
