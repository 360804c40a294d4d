-- One row per segment's recipe, of the snapshots that were read without a fault.
SELECT new_segment_recipe.*
FROM new_segment_recipe
ANTI JOIN new_rejection
  ON new_rejection.vm = new_segment_recipe.vm AND new_rejection.snapshot = new_segment_recipe.snapshot
