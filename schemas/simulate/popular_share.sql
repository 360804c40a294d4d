-- One row per quota (a set of rules and a number of chunks): the chunks that are popular within it. once_* counts each
-- popular chunk once, copies_* all of its copies.
-- Reads:
--   ranked_chunk: chunks by popularity (ranked_chunk.sql).
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
