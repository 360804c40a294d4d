-- In format as-stored, a pull of an image fetches exactly the blobs of its distinct layers.
SELECT
  format_result.image_digest, format_result.pull_bytes, sum(layer.compressed_bytes) AS layer_bytes,
  count(*) AS listed_layers, count(layer.layer_digest) AS read_layers
FROM format_result
JOIN (SELECT DISTINCT image_digest, layer_digest FROM image_layer) AS listed
  ON listed.image_digest = format_result.image_digest
LEFT JOIN layer ON layer.layer_digest = listed.layer_digest
WHERE format_result.format = 'as-stored'
GROUP BY format_result.image_digest, format_result.pull_bytes
-- A layer of the image was not read.
HAVING count(layer.layer_digest) < count(*)
  -- The blobs have other bytes.
  OR sum(layer.compressed_bytes) <> format_result.pull_bytes
ORDER BY format_result.image_digest
LIMIT 20
