-- The framing of a layer.
SELECT position, raw_bytes, content_bytes, framing
FROM layer_framing
WHERE layer_digest = :layer
ORDER BY position
