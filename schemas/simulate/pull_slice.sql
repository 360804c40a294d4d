-- The slices of all numbers of servers, with the digests of their layers.
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
