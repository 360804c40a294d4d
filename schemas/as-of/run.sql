-- The runs that started at the moment or before.
SELECT every.*
FROM /* every */ run AS every
WHERE every.started_at <= CAST(/* moment */ NULL AS TIMESTAMP)
