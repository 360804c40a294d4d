-- The digests of the images that the inputs contain, each once.
SELECT image_digest FROM new_image
UNION
SELECT image_digest FROM new_image_tag
