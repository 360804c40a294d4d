-- One row per segment that contains data, with its recipe, as the simulations of backup read them. Snapshots have the
-- numbers of view ordered. A parent that was rejected makes dirty null, as the bits refer to it. A segment whose recipe
-- is missing has null there, and its reader fails.
SELECT
  segment.vm,
  ordered.number,
  ordered.parent_number,
  ordered.last_child,
  segment.position,
  segment.bytes,
  segment.fingerprint,
  segment.min_hash,
  CASE WHEN ordered.follows_parent THEN segment.dirty END AS dirty,
  recipe.ends,
  recipe.fingerprints,
  recipe.zeros
FROM segment
JOIN ordered ON ordered.vm = segment.vm AND ordered.snapshot = segment.snapshot
LEFT JOIN segment_recipe AS recipe
  ON recipe.vm = segment.vm AND recipe.snapshot = segment.snapshot AND recipe.segment = segment.position
WHERE segment.chunks > 0
