-- One row per layer and codec whose pull was measured, without those that the warehouse has.
-- Reads:
--   new_layer_pull: what this run found for table layer_pull.
SELECT new_layer_pull.*
FROM new_layer_pull
ANTI JOIN layer_pull
  ON layer_pull.layer_digest = new_layer_pull.layer_digest
  AND layer_pull.codec = new_layer_pull.codec
