-- The digests of layers, and of configs, which are no layers.
SELECT layer, layer_digest AS digest FROM arrived_layer
UNION ALL
SELECT DISTINCT CAST(NULL AS INT) AS layer, config_digest AS digest FROM image WHERE config_digest IS NOT NULL
