-- Each row of layer_pull is of a layer in table layer, one for each codec, without negative times.
SELECT
  layer_pull.layer_digest, layer_pull.codec, count(*) AS pull_rows, count(layer.layer_digest) AS layer_rows,
  min(layer_pull.archive_nanos) AS archive_nanos, min(layer_pull.compress_nanos) AS compress_nanos,
  min(layer_pull.pull_bytes) AS pull_bytes
FROM layer_pull
LEFT JOIN layer ON layer.layer_digest = layer_pull.layer_digest
GROUP BY layer_pull.layer_digest, layer_pull.codec
-- Two rows of one layer and codec.
HAVING count(*) > 1
  -- A layer that is not in table layer.
  OR count(layer.layer_digest) = 0
  -- A negative time.
  OR min(layer_pull.archive_nanos) < 0
  OR min(layer_pull.compress_nanos) < 0
  -- A pull without bytes.
  OR min(layer_pull.pull_bytes) <= 0
ORDER BY layer_pull.layer_digest, layer_pull.codec
LIMIT 20
