-- A layer with a cause names another layer of layer_twin as its twin, and a layer without a cause names none.
-- The cause says in what way the layer is like its twin.
SELECT
  layer_twin.layer_digest, layer_twin.cause, layer_twin.twin_digest, twin.layer_digest AS found_twin_digest,
  layer_twin.similarity, layer_twin.shared_bytes
FROM layer_twin
LEFT JOIN layer_twin AS twin ON twin.layer_digest = layer_twin.twin_digest
-- A cause without a twin, or a twin without a cause.
WHERE (layer_twin.cause IS NULL) <> (layer_twin.twin_digest IS NULL)
  OR layer_twin.cause IS NOT NULL AND (
    -- The twin is not a layer of layer_twin.
    twin.layer_digest IS NULL
    -- The layer is its own twin.
    OR layer_twin.twin_digest = layer_twin.layer_digest
    -- The similarity, shared contents over the contents of either layer, must be from 0 to 1.
    OR layer_twin.similarity NOT BETWEEN 0 AND 1
    -- Bytes of shared contents are negative.
    OR layer_twin.shared_bytes < 0
  )
ORDER BY layer_twin.layer_digest
LIMIT 20
