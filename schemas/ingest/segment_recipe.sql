-- Recipes of the snapshots that were read whole.
SELECT new_segment_recipe.*
FROM new_segment_recipe
ANTI JOIN new_rejection
  ON new_rejection.vm = new_segment_recipe.vm AND new_rejection.snapshot = new_segment_recipe.snapshot
