-- Segments that hold data, as folds take them: numbers for the snapshots of a VM without gaps, keys for digests. The
-- dirty bits of qcow2 are used where the parent exists. A segment is two rows, its facts and its chunks, which one
-- sort brings together: so the chunks are shuffled once, and not joined.
SELECT
  segment.vm,
  ordered.number,
  segment.position,
  segment.bytes,
  chunk_key(segment.fingerprint) AS fingerprint,
  chunk_key(segment.min_hash) AS min_hash,
  CASE WHEN ordered.follows_parent THEN segment.dirty END AS dirty,
  CAST(NULL AS BINARY) AS chunks,
  ordered.parent_number,
  ordered.last_child
FROM segment
JOIN ordered ON ordered.vm = segment.vm AND ordered.snapshot = segment.snapshot
WHERE segment.chunks > 0
UNION ALL
SELECT
  segment_recipe.vm,
  ordered.number,
  segment_recipe.segment,
  NULL,
  NULL,
  NULL,
  NULL,
  pack_references(segment_recipe.ends, segment_recipe.fingerprints, segment_recipe.zeros),
  NULL,
  NULL
FROM segment_recipe
JOIN ordered ON ordered.vm = segment_recipe.vm AND ordered.snapshot = segment_recipe.snapshot
