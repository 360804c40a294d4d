-- Rows of a table about images as of a moment: those of images that were ingested by then.
SELECT every.*
FROM /* every */ image_layer AS every
WHERE every.image_digest IN (SELECT image.image_digest FROM image)
