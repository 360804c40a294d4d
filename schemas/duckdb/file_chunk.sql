-- One row per chunk of a distinct file content, unpacked from table file_recipe, in DuckDB's SQL. To use it:
-- CREATE VIEW file_recipe AS SELECT * FROM read_parquet('W/file_recipe/**/*.parquet');
-- CREATE VIEW file_chunk AS this query.
-- A recipe is unpacked in runs of 64 chunks, for the reason given in segment_chunk.sql. skipped is the number of
-- chunks before the run, place counts in the run from 1, and width is the length of a fingerprint.
SELECT
  chunker,
  file_fingerprint,
  piece,
  CAST(skipped + place - 1 AS INTEGER) AS position,
  CAST("offset" + CASE WHEN place = 1 THEN start ELSE ends[place - 1] END AS BIGINT) AS "offset",
  CAST(ends[place] - CASE WHEN place = 1 THEN start ELSE ends[place - 1] END AS INTEGER) AS bytes,
  CASE WHEN width = 0 THEN file_fingerprint ELSE fingerprints[(place - 1) * width + 1:place * width] END AS fingerprint
FROM (
  SELECT *, unnest(range(1, len(ends) + 1)) AS place
  FROM (
    SELECT
      chunker,
      fingerprint AS file_fingerprint,
      piece,
      "offset",
      skipped,
      width,
      CASE WHEN skipped = 0 THEN 0 ELSE ends[skipped] END AS start,
      ends[skipped + 1:skipped + 64] AS ends,
      fingerprints[skipped * width + 1:(skipped + 64) * width] AS fingerprints
    FROM (
      SELECT *, CAST(octet_length(fingerprints) // len(ends) AS BIGINT) AS width, unnest(range(0, len(ends), 64)) AS skipped
      FROM file_recipe
    )
  )
)
