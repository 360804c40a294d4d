-- Who holds which files, as views/held_file.sql has it, in DuckDB's SQL. To use it, make views of the Parquet files of
-- file_bundle, layer_recipe and layer, of views/layer_number.sql, and of this query.
SELECT bundle, unnest(layers) AS layer_number, files, bytes
FROM file_bundle
WHERE all_layers = (SELECT count(*) FROM layer)
UNION ALL
SELECT layer_recipe.fingerprint, numbered.layer_number, CAST(1 AS BIGINT), layer_recipe.bytes
FROM layer_recipe
JOIN (
  SELECT layer_digest, layer_number
  FROM layer_number
  WHERE NOT EXISTS (SELECT 1 FROM file_bundle WHERE all_layers = (SELECT count(*) FROM layer))
) AS numbered ON numbered.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
