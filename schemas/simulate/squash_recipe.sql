-- The entries of the layers of images in view squash_image, without METADATA entries, which unpacking ignores.
SELECT layer_digest, position, path, kind, bytes, link_target
FROM layer_recipe
WHERE kind <> 'METADATA'
  AND layer_digest IN (
    SELECT image_layer.layer_digest
    FROM image_layer
    JOIN squash_image ON squash_image.image_digest = image_layer.image_digest
  )
