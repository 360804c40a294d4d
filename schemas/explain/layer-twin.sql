-- The layer that a layer is alike to, and why; no row if it has no twin.
SELECT cause, twin_digest, differs, shared_bytes, similarity
FROM layer_twin
WHERE layer_digest = :digest AND cause IS NOT NULL
