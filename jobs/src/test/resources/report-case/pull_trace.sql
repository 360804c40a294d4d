SELECT outcome, CAST(entries AS BIGINT) AS entries, CAST(late AS BIGINT) AS late, CAST(failed AS BIGINT) AS failed
FROM (VALUES ('REPLAYED', 100, 1, 2), ('NO_MANIFEST', 3, 0, 0)) AS trace (outcome, entries, late, failed)
