SELECT outcome, CAST(entries AS BIGINT) AS entries, CAST(late AS BIGINT) AS late
FROM (VALUES ('REPLAYED', 100, 1), ('NO_MANIFEST', 3, 0)) AS trace (outcome, entries, late)
