-- One row per number of servers, layer and server: the slice of the layer that the server stores.
-- Reads:
--   placed_slice: one row per number of servers, layer and server that stores a slice of the layer.
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
SELECT
  placed_slice.servers,
  arrived_layer.layer_digest,
  placed_slice.server,
  placed_slice.master,
  placed_slice.files,
  placed_slice.bytes,
  placed_slice.new_files,
  placed_slice.new_bytes
FROM placed_slice
JOIN arrived_layer ON arrived_layer.layer = placed_slice.layer
