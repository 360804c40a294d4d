-- The images of which a blob is the config or a layer.
SELECT image_digest AS digest, os, architecture
FROM image
WHERE config_digest = :digest
  OR image_digest IN (SELECT image_digest FROM image_layer WHERE layer_digest = :digest)
ORDER BY digest
