-- One row per number of servers, layer and server, for table pull_slice of simulate pulls. Where the files of layers
-- are spread over servers, a slice is the part of a layer that one server stores.
-- Reads:
--   placed_slice: one row per number of servers, layer and server that stores a slice of the layer. master: whether the
--     server merges the slices. files, bytes: every path, uncompressed. new_files, new_bytes: distinct contents that
--     the server did not store before the layer arrived.
--   arrived_layer: layers; column layer is the number of the arrival, from 0 (pull_arrival.sql).
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
