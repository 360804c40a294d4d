-- Layers that wait for a collection of garbage: an image or manifest named them once, none that is there does, and a store
-- still has them. Layers that never had a name do not wait.
--
-- from: layer, image_layer, manifest_reference
WITH
unnamed_layer AS (
  SELECT layer.layer_digest, layer.compressed_bytes
  FROM layer
  LEFT JOIN image_layer ON image_layer.layer_digest = layer.layer_digest
  LEFT JOIN manifest_reference ON manifest_reference.digest = layer.layer_digest AND manifest_reference.kind = 'BLOB'
  WHERE image_layer.layer_digest IS NULL AND manifest_reference.digest IS NULL
)
SELECT layer_digest, compressed_bytes
FROM unnamed_layer
WHERE layer_digest IN (SELECT layer_digest FROM every_image_layer)
  OR layer_digest IN (SELECT digest FROM every_manifest_reference WHERE kind = 'BLOB')
