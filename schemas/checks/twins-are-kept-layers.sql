-- A layer that is like another names one that the warehouse contains; of T1 to T6 it is one that is kept itself, or
-- near to a third. Similarities are in 0..1, and each layer is listed once.
SELECT layer_twin.layer_digest, layer_twin.cause, layer_twin.twin_digest, layer_twin.similarity
FROM layer_twin
LEFT JOIN layer_twin AS twin ON twin.layer_digest = layer_twin.twin_digest
WHERE (layer_twin.cause IS NULL) <> (layer_twin.twin_digest IS NULL)
  OR layer_twin.cause IS NOT NULL AND (
    twin.layer_digest IS NULL
    OR layer_twin.twin_digest = layer_twin.layer_digest
    OR layer_twin.similarity NOT BETWEEN 0 AND 1
    OR layer_twin.shared_bytes < 0
  )
ORDER BY layer_twin.layer_digest
LIMIT 20
