-- The whole table, if no run after the moment replaced it; otherwise no rows, as replaced rows are not kept.
SELECT every.*
FROM /* every */ backup_result AS every
WHERE NOT EXISTS (
  SELECT 1
  FROM every_run AS later
  WHERE later.started_at > CAST(/* moment */ NULL AS TIMESTAMP)
    AND later.verb IN (/* verbs */ 'simulate backup')
    AND later.counts[/* table */ 'backup_result'] > 0
)
