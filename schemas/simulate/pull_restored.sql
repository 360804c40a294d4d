-- One row per layer and server, for `servers` servers: the slice that the server stores, and restored_bytes of the
-- layer. restored_bytes is what a client fetches of the restored layer: the size measured with `codec`, if there is
-- one. Otherwise it is the blob's size if that has compression `kind`, else archive_bytes times `ratio`.
-- Reads:
--   placed_slice: one row per number of servers, layer and server that stores a slice of the layer.
--   arrived_layer: layers, numbered in the order of their arrival (pull_arrival.sql).
WITH
-- One row per layer whose pull was measured with the codec.
measured_pull AS (
  SELECT layer_digest, max(pull_bytes) AS pull_bytes FROM layer_pull WHERE codec = :codec GROUP BY layer_digest
)
SELECT
  placed_slice.layer,
  placed_slice.home,
  placed_slice.server,
  placed_slice.master,
  placed_slice.files,
  placed_slice.bytes,
  arrived_layer.compressed_bytes,
  arrived_layer.entries,
  coalesce(
    measured_pull.pull_bytes,
    CASE
      WHEN arrived_layer.compression = :kind THEN arrived_layer.compressed_bytes
      ELSE CAST(round(arrived_layer.archive_bytes * CAST(:ratio AS DOUBLE)) AS BIGINT)
    END
  ) AS restored_bytes
FROM placed_slice
JOIN arrived_layer ON arrived_layer.layer = placed_slice.layer
LEFT JOIN measured_pull ON measured_pull.layer_digest = arrived_layer.layer_digest
WHERE placed_slice.servers = :servers
ORDER BY placed_slice.layer, placed_slice.server
