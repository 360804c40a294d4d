-- Files by their paths: a row a content, path and type, of table file_path. Where that was not made since the last layer
-- came, there is a row a copy: so group by what is requested. Layers are never taken away, so as many layers are the same
-- ones. Spark sends their digests to every task, and reads no recipes where it has none to send. Every verb that reads
-- has it.
--
-- from: file_path, layer, layer_recipe
-- optional: file_path
-- otherwise: layer_recipe
SELECT fingerprint, path, content_type, files, bytes, stored_bytes, most_stored_bytes
FROM file_path
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
SELECT /*+ BROADCAST(published) */
  layer_recipe.fingerprint, layer_recipe.path, layer_recipe.content_type, CAST(1 AS BIGINT), layer_recipe.bytes,
  layer_recipe.stored_bytes, layer_recipe.stored_bytes
FROM layer_recipe
JOIN (
  SELECT layer_digest
  FROM layer
  WHERE NOT EXISTS (SELECT 1 FROM file_path WHERE all_layers = (SELECT count(*) FROM layer))
) AS published ON published.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
