-- Tags that are new or point elsewhere than before.
SELECT repository, tag, image_digest FROM new_image_tag
EXCEPT
SELECT repository, tag, image_digest FROM image_tag
