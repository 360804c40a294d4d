-- Rows that name the run that published them, as of a moment: those of runs up to then.
SELECT every.*
FROM /* every */ snapshot AS every
WHERE every.run_id IN (SELECT run.run_id FROM run)
