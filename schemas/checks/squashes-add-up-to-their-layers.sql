-- A squashed layer of an image has the files of the layer, and hides no more.
SELECT image_squash.image_digest, image_squash.depth, image_squash.files, layer.files AS layer_files,
  image_squash.file_bytes, layer.file_bytes AS layer_file_bytes, image_squash.hidden_files, image_squash.hidden_bytes
FROM image_squash
LEFT JOIN layer ON layer.layer_digest = image_squash.layer_digest
WHERE layer.layer_digest IS NULL
  OR image_squash.files <> layer.files
  OR image_squash.file_bytes <> layer.file_bytes
  OR image_squash.hidden_files > image_squash.files
  OR image_squash.hidden_bytes > image_squash.file_bytes
ORDER BY image_squash.image_digest, image_squash.depth
LIMIT 20
