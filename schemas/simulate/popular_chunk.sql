-- The chunks of popularity 1 to `most` under one set of rules, the most popular first.
-- Reads:
--   ranked_chunk: chunks by popularity (ranked_chunk.sql).
SELECT key, bytes
FROM ranked_chunk
WHERE rules = :rules AND popularity <= :most
ORDER BY popularity
