-- One row per chunk of a segment, unpacked from table segment_recipe. offset counts in bytes from the start of the
-- segment. In Spark SQL; every verb has it.
--
-- from: segment_recipe
SELECT
  vm,
  snapshot,
  segment,
  position,
  CASE WHEN position = 0 THEN 0 ELSE ends[position - 1] END AS offset,
  CASE WHEN position = 0 THEN chunk_end ELSE chunk_end - ends[position - 1] END AS bytes,
  substring(
    fingerprints,
    position * CAST(length(fingerprints) / size(ends) AS INT) + 1,
    CAST(length(fingerprints) / size(ends) AS INT)
  ) AS fingerprint,
  zeros[position] AS zero
FROM segment_recipe
LATERAL VIEW posexplode(ends) chunk AS position, chunk_end
