-- How often levels 1 and 2 left each chunk. Every distinct chunk is left at least once.
SELECT rules, key, max(bytes) AS bytes, sum(copies) AS copies
FROM found_leftover
GROUP BY rules, key
