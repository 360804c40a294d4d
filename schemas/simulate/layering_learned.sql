-- What plans are learned from: the images of each plan (place 0), then the entries of the learned ones (place 2). Sorted
-- by plan, place, path and ordinal, a reader knows all images before the first entry, and has each path image by image.
-- Reads:
--   layering_image: the images of the lines that are planned (layering_image.sql).
--   layering_tree: the entries of their unpacked trees, with their identities.
SELECT
  plan, 0 AS place, '' AS path, ordinal,
  line, created_at, learned,
  CAST(NULL AS STRING) AS policy, CAST(NULL AS INT) AS max_layers, CAST(NULL AS INT) AS layer,
  CAST(NULL AS STRING) AS kind, CAST(NULL AS BIGINT) AS high, CAST(NULL AS BIGINT) AS low,
  CAST(NULL AS BIGINT) AS bytes, CAST(NULL AS BIGINT) AS compressed_bytes, CAST(NULL AS BIGINT) AS modified_at
FROM layering_image
UNION ALL
SELECT
  plan, 2, path, ordinal,
  CAST(NULL AS INT), CAST(NULL AS BIGINT), CAST(NULL AS BOOLEAN),
  CAST(NULL AS STRING), CAST(NULL AS INT), CAST(NULL AS INT),
  kind, high, low, bytes, compressed_bytes, modified_at
FROM layering_tree
WHERE learned
