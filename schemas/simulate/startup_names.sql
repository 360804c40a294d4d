-- All names of each image, for categories.
SELECT
  image_layer.image_digest,
  collect_set(image_tag.repository) AS repositories,
  collect_set(concat(coalesce(image_tag.repository, 'unknown'), ':', image_tag.tag)) AS tags
FROM (SELECT DISTINCT image_digest FROM image_layer) AS image_layer
LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
GROUP BY image_layer.image_digest
