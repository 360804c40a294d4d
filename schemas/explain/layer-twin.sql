-- The layer that a layer is like.
SELECT cause, twin_digest, differs, shared_bytes, similarity
FROM layer_twin
WHERE layer_digest = :digest AND cause IS NOT NULL
