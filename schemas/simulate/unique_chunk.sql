-- One row per set of rules: the number and bytes of distinct chunks.
-- Reads:
--   ranked_chunk: chunks by popularity (ranked_chunk.sql).
SELECT rules, count(*) AS chunks, sum(bytes) AS bytes
FROM ranked_chunk
GROUP BY rules
