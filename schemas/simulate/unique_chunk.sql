-- The distinct chunks under each set of rules.
SELECT rules, count(*) AS chunks, sum(bytes) AS bytes
FROM ranked_chunk
GROUP BY rules
