-- Rows that say which run published them.
SELECT every.*
FROM /* every */ snapshot AS every
WHERE every.run_id IN (SELECT run.run_id FROM run)
