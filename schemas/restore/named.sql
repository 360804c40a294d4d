-- At most 3 layers whose digest begins with `layer`. More than one make it ambiguous.
SELECT layer_digest
FROM every_layer
WHERE substr(layer_digest, 1, length(:layer)) = :layer
ORDER BY layer_digest
LIMIT 3
