-- The digests of the images that the inputs contain, each once.
-- Reads:
--   new_image: what this run found for table image.
--   new_image_tag: what this run found for table image_tag.
SELECT image_digest FROM new_image
UNION
SELECT image_digest FROM new_image_tag
