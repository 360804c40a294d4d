-- Segments that contain data with their recipes, as they are packed for the folds: snapshots are numbers in the order of
-- their VM. The dirty bits of disks over others are used where the parent exists. A segment that lacks its recipe has NULL there,
-- which its reader refuses.
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
