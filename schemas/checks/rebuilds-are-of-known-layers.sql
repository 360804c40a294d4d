-- Each row of layer_rebuild has the sizes that table layer has, and exactly the columns that its outcome needs.
-- Outcome exact: compressing the archive again gives the blob, so an encoder is named. Outcome kept: it does not, so
-- the whole blob is kept. Outcome unreadable: the blob is missing or damaged.
SELECT
  layer_rebuild.layer_digest, layer_rebuild.outcome, layer_rebuild.encoder,
  max(layer_rebuild.reason) AS reason,
  count(*) AS rebuild_rows, count(layer.layer_digest) AS layer_rows,
  max(layer_rebuild.blob_bytes) AS blob_bytes, max(layer.compressed_bytes) AS layer_blob_bytes,
  max(layer_rebuild.archive_bytes) AS archive_bytes, max(layer.archive_bytes) AS layer_archive_bytes,
  max(layer_rebuild.kept_bytes) AS kept_bytes, max(layer_rebuild.rebuild_nanos) AS rebuild_nanos
FROM layer_rebuild
LEFT JOIN layer ON layer.layer_digest = layer_rebuild.layer_digest
GROUP BY layer_rebuild.layer_digest, layer_rebuild.outcome, layer_rebuild.encoder
-- A layer that is listed twice.
HAVING count(*) > 1
  -- A layer that is not in table layer.
  OR count(layer.layer_digest) = 0
  -- Another size of the blob, or of the archive, than table layer has.
  OR max(layer_rebuild.blob_bytes) <> max(layer.compressed_bytes)
  OR max(layer_rebuild.archive_bytes) <> max(layer.archive_bytes)
  -- An unknown outcome.
  OR layer_rebuild.outcome NOT IN ('exact', 'kept', 'unreadable')
  -- Exactly the layers of outcome exact must have an encoder.
  OR (layer_rebuild.outcome = 'exact') <> (layer_rebuild.encoder IS NOT NULL)
  -- Exactly the layers of other outcomes must have a reason.
  OR (layer_rebuild.outcome = 'exact') <> (max(layer_rebuild.reason) IS NULL)
  -- Exactly the layers of outcome exact must have a time of the rebuild.
  OR (layer_rebuild.outcome = 'exact') <> (max(layer_rebuild.rebuild_nanos) IS NOT NULL)
  -- Exactly the unreadable layers must have null kept bytes.
  OR (layer_rebuild.outcome = 'unreadable') <> (max(layer_rebuild.kept_bytes) IS NULL)
  -- With outcome kept, the kept bytes must be the whole blob.
  OR (layer_rebuild.outcome = 'kept' AND max(layer_rebuild.kept_bytes) <> max(layer_rebuild.blob_bytes))
  -- Negative kept bytes.
  OR min(layer_rebuild.kept_bytes) < 0
ORDER BY layer_rebuild.layer_digest
LIMIT 20
