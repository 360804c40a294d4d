-- Measured pulls of layers that were read whole, but for those that are known.
SELECT found_layer_pull.*
FROM found_layer_pull
ANTI JOIN layer_pull
  ON layer_pull.layer_digest = found_layer_pull.layer_digest
  AND layer_pull.codec = found_layer_pull.codec
