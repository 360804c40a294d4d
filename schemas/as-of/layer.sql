-- Layers that were first seen up to the moment and were not gone. Rows that earlier versions of Varve wrote have no
-- first_seen_at, and count as always there.
SELECT every.*
FROM every_layer AS every
ANTI JOIN gone_layer ON gone_layer.layer_digest = every.layer_digest
WHERE every.first_seen_at IS NULL OR every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
