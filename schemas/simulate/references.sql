-- Segments that hold data, as folds take them: numbers for the snapshots of a VM without gaps, keys for digests. What
-- qcow2 tells of changes counts where the parent is the snapshot before, unless content gives it the lie, as when a backing
-- file was written to after it had been read; a check lists such segments. A segment is two rows, its facts and its
-- chunks, which one sort brings together: so the chunks are shuffled once, and not joined.
WITH
placed AS (
  SELECT
    segment.*,
    ordered.number,
    ordered.parent,
    ordered.before,
    lag(ordered.number) OVER (PARTITION BY segment.vm, segment.position ORDER BY ordered.number) AS earlier_number,
    lag(segment.fingerprint) OVER (PARTITION BY segment.vm, segment.position ORDER BY ordered.number) AS earlier
  FROM segment
  JOIN ordered ON ordered.vm = segment.vm AND ordered.snapshot = segment.snapshot
)
SELECT
  vm,
  number,
  position,
  bytes,
  chunk_key(fingerprint) AS fingerprint,
  chunk_key(min_hash) AS min_hash,
  CASE
    WHEN parent = before AND (dirty OR earlier_number = number - 1 AND earlier <=> fingerprint) THEN dirty
  END AS dirty,
  CAST(NULL AS BINARY) AS chunks
FROM placed
WHERE chunks > 0
UNION ALL
SELECT
  segment_recipe.vm,
  ordered.number,
  segment_recipe.segment,
  NULL,
  NULL,
  NULL,
  NULL,
  pack_references(segment_recipe.ends, segment_recipe.fingerprints, segment_recipe.zeros)
FROM segment_recipe
JOIN ordered ON ordered.vm = segment_recipe.vm AND ordered.snapshot = segment_recipe.snapshot
