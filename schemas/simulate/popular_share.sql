-- The effect of keeping the most popular chunks, for each quota of them: each chunk once, and all of its copies.
SELECT
  quota.rules,
  quota.place,
  count(*) AS once_chunks,
  sum(ranked.bytes) AS once_bytes,
  sum(ranked.copies) AS copies_chunks,
  sum(ranked.copies * ranked.bytes) AS copies_bytes
FROM quota
JOIN ranked_chunk AS ranked ON ranked.rules = quota.rules AND ranked.popularity <= quota.chunks
GROUP BY quota.rules, quota.place
