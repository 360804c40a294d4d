-- One row per tag that is new or points to another image than before.
SELECT repository, tag, image_digest FROM new_image_tag
EXCEPT
SELECT repository, tag, image_digest FROM image_tag
