-- One row per chunk of a segment, unpacked from table segment_recipe, in DuckDB's SQL. To use it:
-- CREATE VIEW segment_recipe AS SELECT * FROM read_parquet('W/segment_recipe/**/*.parquet');
-- CREATE VIEW segment_chunk AS this query.
-- A recipe is unpacked in runs of 64 chunks: the further back a fingerprint is in its BLOB, the longer it takes DuckDB
-- to cut it out. skipped is the number of chunks before the run, place counts in the run from 1, and width is the
-- length of a fingerprint.
SELECT
  vm,
  snapshot,
  segment,
  CAST(skipped + place - 1 AS INTEGER) AS position,
  CAST(CASE WHEN place = 1 THEN start ELSE ends[place - 1] END AS INTEGER) AS "offset",
  CAST(ends[place] - CASE WHEN place = 1 THEN start ELSE ends[place - 1] END AS INTEGER) AS bytes,
  fingerprints[(place - 1) * width + 1:place * width] AS fingerprint,
  zeros[place] AS zero
FROM (
  SELECT *, unnest(range(1, len(ends) + 1)) AS place
  FROM (
    SELECT
      vm,
      snapshot,
      segment,
      skipped,
      width,
      CASE WHEN skipped = 0 THEN 0 ELSE ends[skipped] END AS start,
      ends[skipped + 1:skipped + 64] AS ends,
      zeros[skipped + 1:skipped + 64] AS zeros,
      fingerprints[skipped * width + 1:(skipped + 64) * width] AS fingerprints
    FROM (
      SELECT *, CAST(octet_length(fingerprints) // len(ends) AS BIGINT) AS width, unnest(range(0, len(ends), 64)) AS skipped
      FROM segment_recipe
    )
  )
)
