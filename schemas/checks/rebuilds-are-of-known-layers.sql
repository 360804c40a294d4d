-- A layer is tried once, has the bytes that table layer says, and an outcome with what belongs to it: an encoder where its
-- blob comes back, the whole blob kept where it does not, a reason for whatever is not exact.
SELECT layer_rebuild.layer_digest, layer_rebuild.outcome, layer_rebuild.encoder, count(*) AS rebuild_rows
FROM layer_rebuild
LEFT JOIN layer ON layer.layer_digest = layer_rebuild.layer_digest
GROUP BY layer_rebuild.layer_digest, layer_rebuild.outcome, layer_rebuild.encoder
HAVING count(*) > 1
  OR count(layer.layer_digest) = 0
  OR max(layer_rebuild.blob_bytes) <> max(layer.compressed_bytes)
  OR max(layer_rebuild.archive_bytes) <> max(layer.archive_bytes)
  OR layer_rebuild.outcome NOT IN ('exact', 'kept', 'unreadable')
  OR (layer_rebuild.outcome = 'exact') <> (layer_rebuild.encoder IS NOT NULL)
  OR (layer_rebuild.outcome = 'exact') <> (max(layer_rebuild.reason) IS NULL)
  OR (layer_rebuild.outcome = 'exact') <> (max(layer_rebuild.rebuild_nanos) IS NOT NULL)
  OR (layer_rebuild.outcome = 'unreadable') <> (max(layer_rebuild.kept_bytes) IS NULL)
  OR (layer_rebuild.outcome = 'kept' AND max(layer_rebuild.kept_bytes) <> max(layer_rebuild.blob_bytes))
  OR min(layer_rebuild.kept_bytes) < 0
ORDER BY layer_rebuild.layer_digest
LIMIT 20
