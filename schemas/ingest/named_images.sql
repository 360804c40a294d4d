-- The images that the inputs contain, each once.
SELECT DISTINCT image_digest FROM new_image
