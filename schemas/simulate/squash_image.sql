-- The images whose layers were all read, numbered from 0 in the order of their digests.
SELECT
  image_layer.image_digest,
  CAST(row_number() OVER (ORDER BY image_layer.image_digest) - 1 AS INT) AS image,
  CAST(count(*) AS INT) AS layers
FROM image_layer
LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
GROUP BY image_layer.image_digest
HAVING count(*) = count(layer.layer_digest)
