SELECT
  'checksum+similar' AS rules, CAST(0.4 AS DOUBLE) AS sigma, stage,
  CAST(before_chunks AS BIGINT) AS before_chunks, CAST(before_bytes AS BIGINT) AS before_bytes,
  CAST(after_chunks AS BIGINT) AS after_chunks, CAST(after_bytes AS BIGINT) AS after_bytes,
  1 - CAST(after_bytes AS DOUBLE) / before_bytes AS gain_ratio,
  1 - CAST(after_bytes AS DOUBLE) / 300 AS reduction,
  CAST(300 - after_bytes AS DOUBLE) / 150 AS efficiency
FROM (VALUES ('l1', 12, 300, 10, 270), ('l2', 10, 270, 9, 240), ('l3', 9, 240, 6, 170))
  AS t (stage, before_chunks, before_bytes, after_chunks, after_bytes)
