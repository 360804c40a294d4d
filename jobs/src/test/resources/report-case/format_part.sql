SELECT
  CAST(part AS INT) AS part,
  format,
  array_sort(array_agg(CAST(layer AS INT))) AS layers,
  CAST(payload_bytes AS BIGINT) AS payload_bytes,
  CAST(index_bytes AS BIGINT) AS index_bytes,
  CAST(objects AS BIGINT) AS objects,
  CAST(fit_error_bytes AS BIGINT) AS fit_error_bytes,
  CAST(own_error_bytes AS BIGINT) AS own_error_bytes,
  format NOT IN ('files', 'chunks') AS published,
  format NOT IN ('files', 'chunks') AS verified
FROM (VALUES
  (1,  'as-stored', 0,  1500,   0, 1,   0,  0),
  (2,  'as-stored', 1,   800,   0, 1,   0,  0),
  (3,  'as-stored', 2,   400,   0, 1,   0,  0),
  (4,  'as-stored', 3,   700,   0, 1,   0,  0),
  (5,  'as-stored', 4, 10240,   0, 1,   0,  0),
  (6,  'erofs',     0, 20000, 500, 1,   0,  0),
  (7,  'estargz',   0,  1600, 100, 1,  16, 30),
  (8,  'estargz',   1,   900, 100, 1,   9, 40),
  (9,  'estargz',   2,   500, 100, 1,   5,  0),
  (10, 'estargz',   3,   800, 100, 1,   8,  0),
  (11, 'estargz',   4,  9000, 200, 1,  90,  0),
  (12, 'files',     0,   500,   0, 1,  10,  6),
  (12, 'files',     1,   500,   0, 1,  10,  6),
  (12, 'files',     3,   500,   0, 1,  10,  6),
  (13, 'files',     0,   100,   0, 1,   2,  8),
  (13, 'files',     1,   100,   0, 1,   2,  8),
  (14, 'files',     0,     0,  40, 1,   0,  0),
  (15, 'files',     2,   300,   0, 1,   6,  0),
  (15, 'files',     3,   300,   0, 1,   6,  0),
  (16, 'chunks',    0,  NULL,   0, 1, NULL, NULL)
) AS t (part, format, layer, payload_bytes, index_bytes, objects, fit_error_bytes, own_error_bytes)
GROUP BY part, format, payload_bytes, index_bytes, objects, fit_error_bytes, own_error_bytes
