-- The framing of a layer and the contents of its files, holes left out, are all bytes of its archive; its pieces are
-- dense, and belong to a published layer. Contents are as large as the files unless one is sparse.
SELECT
  layer_framing.layer_digest,
  sum(layer_framing.raw_bytes + layer_framing.content_bytes) AS framed_bytes,
  max(layer.archive_bytes) AS archive_bytes,
  sum(layer_framing.content_bytes) AS content_bytes,
  max(layer.file_bytes) AS file_bytes,
  count(*) AS pieces
FROM layer_framing
LEFT JOIN layer ON layer.layer_digest = layer_framing.layer_digest
GROUP BY layer_framing.layer_digest
HAVING count(layer.layer_digest) = 0
  OR sum(layer_framing.raw_bytes + layer_framing.content_bytes) <> max(layer.archive_bytes)
  OR sum(layer_framing.content_bytes) > max(layer.file_bytes)
  OR min(layer_framing.raw_bytes) < 0
  OR min(layer_framing.compressed_bytes) <= 0
  OR min(layer_framing.position) <> 0
  OR max(layer_framing.position) <> count(*) - 1
  OR count(DISTINCT layer_framing.position) <> count(*)
ORDER BY layer_framing.layer_digest
LIMIT 20
