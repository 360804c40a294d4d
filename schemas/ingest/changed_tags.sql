-- Tags that are new or point elsewhere than before.
SELECT * FROM found_image_tag
EXCEPT
SELECT * FROM image_tag
