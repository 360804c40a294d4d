-- The runs until then, the one in question among them.
SELECT every.*
FROM /* every */ run AS every
WHERE every.started_at <= CAST(/* moment */ NULL AS TIMESTAMP)
