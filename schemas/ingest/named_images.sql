-- The images that the inputs hold, each once.
SELECT DISTINCT image_digest FROM new_image
