-- Distinct contents of files, grouped by the set of layers that contain them: one row per set. stored_bytes and
-- first_bytes are what the contents take in first_layer, the layer of the lowest number in the set. objects counts the
-- contents above `inline` bytes; smaller ones are stored in the index.
SELECT
  CAST(row_number() OVER (ORDER BY layers) AS INT) AS part,
  layers,
  min(first_layer) AS first_layer,
  count(*) AS files,
  CAST(sum(stored_bytes) AS DOUBLE) AS stored_bytes,
  CAST(sum(first_bytes) AS DOUBLE) AS first_bytes,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN 1 ELSE 0 END) AS BIGINT) AS objects,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN bytes ELSE 0 END) AS DOUBLE) AS object_bytes
FROM (
  SELECT
    fingerprint,
    min(bytes) AS bytes,
    min(first_bytes) AS first_bytes,
    min(layer_number) AS first_layer,
    min_by(stored_bytes, layer_number) AS stored_bytes,
    array_sort(array_agg(layer_number)) AS layers
  FROM format_copies
  GROUP BY fingerprint
) AS content
GROUP BY layers
