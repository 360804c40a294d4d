-- What plans are judged by: the images of each plan (place 0), the rules of each of its policies (place 1), then all
-- entries (place 2). Sorted by plan, place, path and ordinal, a reader knows all rules before the first entry.
-- Reads:
--   layering_image: the images of the lines that are planned (layering_image.sql).
--   planned_rule: the rules that were learned.
--   layering_tree: the entries of the unpacked trees of the images, with their identities.
SELECT
  plan, 0 AS place, '' AS path, ordinal,
  line, created_at, learned,
  CAST(NULL AS STRING) AS policy, CAST(NULL AS INT) AS max_layers, CAST(NULL AS INT) AS layer,
  CAST(NULL AS STRING) AS kind, CAST(NULL AS BIGINT) AS high, CAST(NULL AS BIGINT) AS low,
  CAST(NULL AS BIGINT) AS bytes, CAST(NULL AS BIGINT) AS compressed_bytes, CAST(NULL AS BIGINT) AS modified_at
FROM layering_image
UNION ALL
SELECT
  plan, 1, path, 0,
  CAST(NULL AS INT), CAST(NULL AS BIGINT), CAST(NULL AS BOOLEAN),
  policy, max_layers, layer,
  CAST(NULL AS STRING), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT),
  CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM planned_rule
UNION ALL
SELECT
  plan, 2, path, ordinal,
  CAST(NULL AS INT), CAST(NULL AS BIGINT), CAST(NULL AS BOOLEAN),
  CAST(NULL AS STRING), CAST(NULL AS INT), CAST(NULL AS INT),
  kind, high, low, bytes, compressed_bytes, modified_at
FROM layering_tree
