SELECT
  mode,
  CAST(3 AS INT) AS replicas,
  CAST(9000 AS BIGINT) AS layer_bytes,
  CAST(whole_bytes AS BIGINT) AS whole_bytes,
  CAST(file_bytes AS BIGINT) AS file_bytes,
  CAST(framing_bytes AS BIGINT) AS framing_bytes,
  CAST(whole_bytes + file_bytes + framing_bytes AS BIGINT) AS stored_bytes,
  CAST(27000 AS DOUBLE) / CAST(whole_bytes + file_bytes + framing_bytes AS DOUBLE) AS ratio,
  CAST(closed_form AS DOUBLE) AS closed_form
FROM (VALUES
  ('whole-0',           0, 12000, 1500, 2E0),
  ('whole-1',        9000,  8000, 1000, 1.5E0),
  ('whole-2',       18000,  4000,  500, 1.2E0),
  ('whole-3',       27000,     0,    0, 1E0),
  ('popular',       10000,  6500,  700, NULL),
  ('erasure-coded',     0,  5333,  667, NULL)
) AS t (mode, whole_bytes, file_bytes, framing_bytes, closed_form)
