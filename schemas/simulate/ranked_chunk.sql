-- One row per set of rules and chunk that stages L1 and L2 left unexplained, ranked by popularity from 1. More copies
-- rank higher. Ties go by fingerprint, whose order is that of keys as unsigned numbers: negative keys last. Every
-- distinct chunk is left at least once, so these are all chunks.
-- Reads:
--   leftover: chunks that stages L1 and L2 left unexplained, with their copies.
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
