-- Rows that say when they were first seen; those of earlier versions, which do not, have always been there.
SELECT every.*
FROM /* every */ layer AS every
WHERE every.first_seen_at IS NULL OR every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
