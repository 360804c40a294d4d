-- The layers whose digest begins so.
SELECT layer_digest
FROM layer
WHERE substr(layer_digest, 1, length(:layer)) = :layer
ORDER BY layer_digest
LIMIT 3
