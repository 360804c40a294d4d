-- One row per image and distinct layer of it, for images whose layers were all read (view format_image).
SELECT DISTINCT image_layer.image_digest, layer.layer_digest, layer_number.layer_number,
  layer.compressed_bytes, layer.archive_bytes
FROM image_layer
JOIN format_image ON format_image.image_digest = image_layer.image_digest
JOIN layer ON layer.layer_digest = image_layer.layer_digest
JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
