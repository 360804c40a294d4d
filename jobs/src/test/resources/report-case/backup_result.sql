SELECT
  scheme, rules, CAST(sigma AS DOUBLE) AS sigma, CAST(2 AS INT) AS machines, CAST(300 AS BIGINT) AS raw_bytes,
  CAST(stored_bytes AS BIGINT) AS stored_bytes, CAST(70 AS BIGINT) AS zero_bytes,
  1 - CAST(stored_bytes AS DOUBLE) / 300 AS reduction,
  CAST(300 - stored_bytes AS DOUBLE) / 150 AS efficiency,
  CAST(index_bytes AS BIGINT) AS index_bytes_per_machine
FROM (VALUES
  ('perfect', NULL, NULL, 150, 168),
  ('vc-l1', 'checksum+similar', NULL, 270, 0),
  ('vc-l2', 'checksum+similar', NULL, 240, 672),
  ('vc', 'checksum+similar', 0.4, 170, 728),
  ('srb', NULL, NULL, 150, 168)
) AS t (scheme, rules, sigma, stored_bytes, index_bytes)
