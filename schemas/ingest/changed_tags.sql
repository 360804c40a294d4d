-- One row per tag that is new or points to another image than before.
-- Reads:
--   new_image_tag: what this run found for table image_tag.
SELECT repository, tag, image_digest FROM new_image_tag
EXCEPT
SELECT repository, tag, image_digest FROM image_tag
