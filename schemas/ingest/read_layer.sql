-- Layers that need not be read: the warehouse contains them, and knows of their pulls with all of the codecs requested,
-- names with commas between.
SELECT layer.layer_digest
FROM layer
LEFT JOIN layer_pull
  ON layer_pull.layer_digest = layer.layer_digest AND array_contains(split(:codecs, ','), layer_pull.codec)
GROUP BY layer.layer_digest
HAVING count(DISTINCT layer_pull.codec) = :number
