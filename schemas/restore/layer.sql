-- One row: a layer's digests and length, and the number of its pieces of framing (0: it cannot be restored).
SELECT
  layer.layer_digest,
  layer.diff_id,
  layer.archive_bytes,
  (SELECT count(*) FROM layer_framing WHERE layer_framing.layer_digest = :layer) AS pieces
FROM layer
WHERE layer.layer_digest = :layer
