-- Layers that wait for a collection of garbage: an image or manifest named them once, none that is there does, and a store
-- still has them. Layers that never had one, such as those of a bare folder of blobs, do not wait.
--
-- from: layer, image_layer, manifest_reference
SELECT layer.layer_digest, layer.compressed_bytes
FROM layer
JOIN (
  SELECT layer_digest FROM every_image_layer
  UNION
  SELECT digest FROM every_manifest_reference WHERE kind = 'BLOB'
) AS named_once ON named_once.layer_digest = layer.layer_digest
LEFT JOIN (
  SELECT layer_digest FROM image_layer
  UNION
  SELECT digest FROM manifest_reference WHERE kind = 'BLOB'
) AS named_now ON named_now.layer_digest = layer.layer_digest
WHERE named_now.layer_digest IS NULL
