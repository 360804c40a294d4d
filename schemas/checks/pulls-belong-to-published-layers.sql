-- A measured pull belongs to a published layer, once a codec, and its times and bytes are not negative.
SELECT layer_pull.layer_digest, layer_pull.codec, count(*) AS pull_rows
FROM layer_pull
LEFT JOIN layer ON layer.layer_digest = layer_pull.layer_digest
GROUP BY layer_pull.layer_digest, layer_pull.codec
HAVING count(*) > 1 OR count(layer.layer_digest) = 0
  OR min(layer_pull.archive_nanos) < 0 OR min(layer_pull.compress_nanos) < 0 OR min(layer_pull.pull_bytes) <= 0
ORDER BY layer_pull.layer_digest, layer_pull.codec
LIMIT 20
