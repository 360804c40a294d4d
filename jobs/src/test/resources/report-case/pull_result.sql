SELECT
  CAST(1 AS INT) AS setting,
  CAST(request AS BIGINT) AS request,
  CAST(sent_nanos AS BIGINT) AS sent_nanos,
  outcome,
  CAST(builders AS INT) AS builders,
  CAST(lookup AS BIGINT) AS recipe_lookup_nanos,
  CAST(0 AS BIGINT) AS wait_nanos,
  CAST(0 AS BIGINT) AS queue_nanos,
  CAST(slice_lookup AS BIGINT) AS slice_lookup_nanos,
  CAST(0 AS BIGINT) AS archive_nanos,
  CAST(compress AS BIGINT) AS compress_nanos,
  CAST(0 AS BIGINT) AS slice_transfer_nanos,
  CAST(0 AS BIGINT) AS merge_nanos,
  CAST(transfer AS BIGINT) AS layer_transfer_nanos,
  CAST(lookup + slice_lookup + compress + transfer AS BIGINT) AS latency_nanos
FROM (VALUES
  (0,       0, 'manifest', 0, 100,   0,    0,   0),
  (1, 1000000, 'miss',     2, 100, 100, 2000, 800),
  (2, 2000000, 'hit',      0, 100,   0,    0, 400)
) AS t (request, sent_nanos, outcome, builders, lookup, slice_lookup, compress, transfer)
