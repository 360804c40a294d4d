SELECT
  CAST('any' AS STRING) AS layer_range,
  CAST(request AS BIGINT) AS request,
  CAST(at_micros AS BIGINT) AS at_micros,
  CAST(0 AS BIGINT) AS think_micros,
  CAST(0 AS INT) AS client,
  CAST(0 AS INT) AS repository,
  CAST('get' AS STRING) AS verb,
  CAST(layer AS INT) AS layer
FROM (VALUES
  (0,    0, NULL),
  (1, 1000, 0),
  (2, 2000, 1)
) AS t (request, at_micros, layer)
