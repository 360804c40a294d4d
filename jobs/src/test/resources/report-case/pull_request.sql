SELECT
  CAST('any' AS STRING) AS layer_range,
  CAST(request AS BIGINT) AS request,
  CAST(at_micros AS BIGINT) AS at_micros,
  CAST(0 AS BIGINT) AS think_micros,
  CAST(0 AS INT) AS client,
  CAST(0 AS INT) AS repository,
  CAST('get' AS STRING) AS verb,
  layer_digest
FROM (VALUES
  (0,    0, NULL),
  (1, 1000, 'sha256:01'),
  (2, 2000, 'sha256:22')
) AS t (request, at_micros, layer_digest)
