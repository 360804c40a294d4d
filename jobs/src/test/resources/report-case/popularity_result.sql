SELECT
  'checksum+similar' AS rules, CAST(sigma AS DOUBLE) AS sigma, CAST(2 AS INT) AS machines,
  CAST(popular_chunks AS BIGINT) AS popular_chunks, CAST(popular_bytes AS BIGINT) AS popular_bytes,
  CAST(covered_chunks AS BIGINT) AS covered_chunks, CAST(covered_bytes AS BIGINT) AS covered_bytes,
  CAST(9 AS BIGINT) AS left_chunks, CAST(240 AS BIGINT) AS left_bytes, CAST(300 AS BIGINT) AS raw_bytes,
  CAST(5 AS BIGINT) AS unique_chunks, CAST(150 AS BIGINT) AS unique_bytes,
  CAST(240 - covered_bytes + popular_bytes AS BIGINT) AS stored_bytes,
  CASE WHEN popular_chunks < 5 THEN 1 - ln(CAST(covered_chunks AS DOUBLE) / 9) / ln(CAST(popular_chunks AS DOUBLE) / 5) END
    AS zipf_alpha,
  CAST(index_bytes AS BIGINT) AS index_bytes_per_machine
FROM (VALUES (0.2, 1, 30, 3, 90, 728), (0.4, 2, 40, 5, 110, 728), (1, 5, 150, 9, 240, 840))
  AS t (sigma, popular_chunks, popular_bytes, covered_chunks, covered_bytes, index_bytes)
