-- The digests that a request for a blob may have: one row per layer with its number, one per config with a null layer.
-- Reads:
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
SELECT layer, layer_digest AS digest FROM arrived_layer
UNION ALL
SELECT DISTINCT CAST(NULL AS INT) AS layer, config_digest AS digest FROM image WHERE config_digest IS NOT NULL
