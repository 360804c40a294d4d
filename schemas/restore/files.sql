-- The files of a layer that are not empty, in the order of its archive.
SELECT position, fingerprint, path
FROM every_layer_recipe
WHERE layer_digest = :layer AND kind = 'FILE' AND bytes > 0
ORDER BY position
