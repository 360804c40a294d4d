-- The chunks that levels 1 and 2 left under each set of rules, ranked from 1: the most copies first, ties in the order of
-- fingerprints, which is that of keys as unsigned numbers. Every distinct chunk is left at least once.
SELECT
  rules,
  key,
  bytes,
  copies,
  row_number() OVER (PARTITION BY rules ORDER BY copies DESC, key < 0, key) AS popularity
FROM (
  SELECT rules, key, max(bytes) AS bytes, CAST(sum(copies) AS BIGINT) AS copies
  FROM leftover
  GROUP BY rules, key
) AS counted
