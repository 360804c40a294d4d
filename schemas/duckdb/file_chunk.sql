-- One row a chunk: file_recipe, flat, in DuckDB's SQL. To use it:
-- CREATE VIEW file_recipe AS SELECT * FROM read_parquet('W/file_recipe/**/*.parquet');
-- CREATE VIEW file_chunk AS this query.
SELECT
  chunker,
  fingerprint AS file_fingerprint,
  piece,
  CAST(place - 1 AS INTEGER) AS position,
  CAST("offset" + CASE WHEN place = 1 THEN 0 ELSE ends[place - 1] END AS BIGINT) AS "offset",
  CAST(CASE WHEN place = 1 THEN ends[1] ELSE ends[place] - ends[place - 1] END AS INTEGER) AS bytes,
  CASE WHEN width = 0 THEN fingerprint ELSE fingerprints[(place - 1) * width + 1:place * width] END AS fingerprint
FROM (
  SELECT *, CAST(octet_length(fingerprints) // len(ends) AS BIGINT) AS width, unnest(range(1, len(ends) + 1)) AS place
  FROM file_recipe
)
