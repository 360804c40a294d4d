-- Each row of image_squash has the files and bytes of its layer, and hides no more than these.
-- A file of a layer is hidden when no path of the unpacked image leads to its content.
SELECT image_squash.image_digest, image_squash.depth, image_squash.files, layer.files AS layer_files,
  image_squash.file_bytes, layer.file_bytes AS layer_file_bytes, image_squash.hidden_files, image_squash.hidden_bytes
FROM image_squash
LEFT JOIN layer ON layer.layer_digest = image_squash.layer_digest
-- A layer that is not in table layer.
WHERE layer.layer_digest IS NULL
  -- Another number of files, or other bytes, than the layer has.
  OR image_squash.files <> layer.files
  OR image_squash.file_bytes <> layer.file_bytes
  -- More files or bytes are hidden than the layer has.
  OR image_squash.hidden_files > image_squash.files
  OR image_squash.hidden_bytes > image_squash.file_bytes
ORDER BY image_squash.image_digest, image_squash.depth
LIMIT 20
