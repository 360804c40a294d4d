-- One row per image and name of it: digest, repository, REPOSITORY:TAG. Rules that assign categories match them.
SELECT image_digest, image_digest AS name
FROM image_layer
UNION
SELECT image_digest, repository
FROM image_tag
WHERE repository IS NOT NULL AND image_digest IN (SELECT image_digest FROM image_layer)
UNION
SELECT image_digest, concat_ws(':', repository, tag)
FROM image_tag
WHERE tag IS NOT NULL AND image_digest IN (SELECT image_digest FROM image_layer)
