-- One row per layer and distinct file content, with the position of its first entry in the layer. Empty files are left
-- out, as they are in no block.
SELECT fingerprint, bytes, layer_digest, min(position) AS position
FROM layer_recipe
WHERE kind = 'FILE' AND bytes > 0
GROUP BY fingerprint, bytes, layer_digest
