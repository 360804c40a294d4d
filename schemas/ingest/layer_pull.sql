-- Measured pulls, but for those that are known.
SELECT new_layer_pull.*
FROM new_layer_pull
ANTI JOIN layer_pull
  ON layer_pull.layer_digest = new_layer_pull.layer_digest
  AND layer_pull.codec = new_layer_pull.codec
