-- Recipes of the snapshots that were read whole.
SELECT found_segment_recipe.*
FROM found_segment_recipe
ANTI JOIN found_rejection
  ON found_rejection.vm = found_segment_recipe.vm AND found_rejection.snapshot = found_segment_recipe.snapshot
