-- One row per chunk of a distinct file content, unpacked from table file_recipe. position counts within the piece of
-- the recipe, offset in bytes from the start of the file. In Spark SQL; every verb has it.
--
-- from: file_recipe
SELECT
  chunker,
  fingerprint AS file_fingerprint,
  piece,
  position,
  offset + CASE WHEN position = 0 THEN 0 ELSE ends[position - 1] END AS offset,
  CASE WHEN position = 0 THEN chunk_end ELSE chunk_end - ends[position - 1] END AS bytes,
  CASE
    WHEN length(fingerprints) = 0 THEN fingerprint
    ELSE
      substring(
        fingerprints,
        position * CAST(length(fingerprints) / size(ends) AS INT) + 1,
        CAST(length(fingerprints) / size(ends) AS INT)
      )
  END AS fingerprint
FROM file_recipe
LATERAL VIEW posexplode(ends) chunk AS position, chunk_end
