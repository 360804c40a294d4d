-- The distinct chunks under each set of rules.
SELECT rules, count(*) AS chunks, CAST(sum(bytes) AS BIGINT) AS bytes
FROM ranked_chunk
GROUP BY rules
