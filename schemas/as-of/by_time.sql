-- Rows that were first seen up to the moment. Rows that earlier versions of Varve wrote have no first_seen_at, and
-- count as always there.
SELECT every.*
FROM /* every */ layer AS every
WHERE every.first_seen_at IS NULL OR every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
