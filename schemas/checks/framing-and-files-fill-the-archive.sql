-- The framing of a layer and the contents of its files together have exactly the bytes of its archive.
-- Framing is what the archive has apart from contents of files, such as headers and padding. Table layer_framing has it
-- in pieces; holes of sparse files are in neither part.
SELECT
  layer_framing.layer_digest,
  sum(layer_framing.raw_bytes + layer_framing.content_bytes) AS framed_bytes,
  max(layer.archive_bytes) AS archive_bytes,
  sum(layer_framing.content_bytes) AS content_bytes,
  max(layer.file_bytes) AS file_bytes,
  count(*) AS pieces,
  min(layer_framing.position) AS first_position,
  max(layer_framing.position) AS last_position,
  min(layer_framing.raw_bytes) AS least_raw_bytes,
  min(layer_framing.compressed_bytes) AS least_compressed_bytes
FROM layer_framing
LEFT JOIN layer ON layer.layer_digest = layer_framing.layer_digest
GROUP BY layer_framing.layer_digest
-- Framing of a layer that is not in table layer.
HAVING count(layer.layer_digest) = 0
  -- Uncompressed framing and contents do not add up to the archive.
  OR sum(layer_framing.raw_bytes + layer_framing.content_bytes) <> max(layer.archive_bytes)
  -- Contents are larger than the files. They may be smaller: holes of sparse files are left out.
  OR sum(layer_framing.content_bytes) > max(layer.file_bytes)
  -- A piece has negative bytes uncompressed, or no bytes compressed.
  OR min(layer_framing.raw_bytes) < 0
  OR min(layer_framing.compressed_bytes) <= 0
  -- The positions of the pieces must be 0, 1, ... n - 1, each once.
  OR min(layer_framing.position) <> 0
  OR max(layer_framing.position) <> count(*) - 1
  OR count(DISTINCT layer_framing.position) <> count(*)
ORDER BY layer_framing.layer_digest
LIMIT 20
