-- One row per segment's recipe, of the snapshots that were read without a fault.
-- Reads:
--   new_segment_recipe: what this run found for table segment_recipe.
--   new_rejection: the snapshots that this run cannot use (snapshot_rejection.sql).
SELECT new_segment_recipe.*
FROM new_segment_recipe
ANTI JOIN new_rejection
  ON new_rejection.vm = new_segment_recipe.vm AND new_rejection.snapshot = new_segment_recipe.snapshot
