-- Rows of images that were there.
SELECT every.*
FROM /* every */ image_layer AS every
WHERE every.image_digest IN (SELECT image.image_digest FROM image)
