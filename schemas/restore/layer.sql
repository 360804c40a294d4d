-- One row: a layer's digests and length, and the number of its pieces of framing (0: it cannot be restored). A layer that
-- is gone from its source can be restored if all its contents are in others.
SELECT
  every_layer.layer_digest,
  every_layer.diff_id,
  every_layer.archive_bytes,
  (SELECT count(*) FROM every_layer_framing WHERE every_layer_framing.layer_digest = :layer) AS pieces
FROM every_layer
WHERE every_layer.layer_digest = :layer
