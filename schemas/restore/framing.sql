-- The framing of a layer in the order of its archive: headers, padding and other bytes that are no file contents.
SELECT position, raw_bytes, content_bytes, framing
FROM every_layer_framing
WHERE layer_digest = :layer
ORDER BY position
