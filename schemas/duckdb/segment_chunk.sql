-- One row a chunk: segment_recipe, flat, in DuckDB's SQL. To use it:
-- CREATE VIEW segment_recipe AS SELECT * FROM read_parquet('W/segment_recipe/**/*.parquet');
-- CREATE VIEW segment_chunk AS this query.
SELECT
  vm,
  snapshot,
  segment,
  CAST(place - 1 AS INTEGER) AS position,
  CAST(CASE WHEN place = 1 THEN 0 ELSE ends[place - 1] END AS INTEGER) AS "offset",
  CAST(CASE WHEN place = 1 THEN ends[1] ELSE ends[place] - ends[place - 1] END AS INTEGER) AS bytes,
  fingerprints[(place - 1) * width + 1:place * width] AS fingerprint,
  zeros[place] AS zero
FROM (
  SELECT *, CAST(octet_length(fingerprints) // len(ends) AS BIGINT) AS width, unnest(range(1, len(ends) + 1)) AS place
  FROM segment_recipe
)
