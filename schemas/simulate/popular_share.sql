-- The effect of keeping the most popular chunks, for each quota of them: each chunk once, and all of its copies.
SELECT
  quota.rules,
  quota.place,
  count(*) AS once_chunks,
  CAST(sum(ranked.bytes) AS BIGINT) AS once_bytes,
  CAST(sum(ranked.copies) AS BIGINT) AS copies_chunks,
  CAST(sum(ranked.copies * ranked.bytes) AS BIGINT) AS copies_bytes
FROM quota
JOIN ranked_chunk AS ranked ON ranked.rules = quota.rules AND ranked.popularity <= quota.chunks
GROUP BY quota.rules, quota.place
