-- A table that is replaced as a whole: what its last run left, if that was one until then. What a later run replaced is
-- not known any more.
SELECT every.*
FROM /* every */ backup_result AS every
WHERE NOT EXISTS (
  SELECT 1
  FROM every_run AS later
  WHERE later.started_at > CAST(/* moment */ NULL AS TIMESTAMP)
    AND later.verb IN (/* verbs */ 'simulate backup')
    AND later.counts[/* table */ 'backup_result'] > 0
)
