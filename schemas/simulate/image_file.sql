-- The distinct files of each layer, each with its first place there. Empty files are left out: they are in no block.
SELECT fingerprint, bytes, layer_digest, min(position) AS position
FROM layer_recipe
WHERE kind = 'FILE' AND bytes > 0
GROUP BY fingerprint, bytes, layer_digest
