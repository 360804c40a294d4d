-- The first 60 bits of the digests of layers, in their order, and of configs, which no layer stands for. A manifest may
-- name anything as its config.
SELECT layer, CAST(conv(substr(split_part(layer_digest, ':', 2), 1, 15), 16, 10) AS BIGINT) AS digest_key
FROM arrived_layer
UNION ALL
SELECT DISTINCT NULL, CAST(conv(substr(split_part(config_digest, ':', 2), 1, 15), 16, 10) AS BIGINT)
FROM image
WHERE config_digest RLIKE '^[a-z0-9]+:[0-9a-f]{32,}$'
