-- One row per set of layers, numbered by part: the distinct contents of files that exactly these layers contain.
-- Formats that fetch single contents store each of them once. files is the number of contents. stored_bytes and
-- first_bytes are what they take in the blob of first_layer, the layer of the lowest number in the set: all of their
-- compressed bytes, and their first 32 KiB uncompressed. In a store of files, contents above `inline` bytes are
-- objects of their own; smaller ones are stored in the index. objects and object_bytes count the former, uncompressed.
-- Reads:
--   format_copies: one row per layer and distinct content (format_copy.sql).
WITH
-- One row per distinct content, with the sorted numbers of the layers that contain it.
content AS (
  SELECT
    fingerprint,
    min(bytes) AS bytes,
    min(first_bytes) AS first_bytes,
    min(layer_number) AS first_layer,
    -- The bytes that it takes in the first of its layers.
    min_by(stored_bytes, layer_number) AS stored_bytes,
    array_sort(array_agg(layer_number)) AS layers
  FROM format_copies
  GROUP BY fingerprint
)
SELECT
  CAST(row_number() OVER (ORDER BY layers) AS INT) AS part,
  layers,
  min(first_layer) AS first_layer,
  count(*) AS files,
  CAST(sum(stored_bytes) AS DOUBLE) AS stored_bytes,
  CAST(sum(first_bytes) AS DOUBLE) AS first_bytes,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN 1 ELSE 0 END) AS BIGINT) AS objects,
  CAST(sum(CASE WHEN bytes > CAST(:inline AS BIGINT) THEN bytes ELSE 0 END) AS DOUBLE) AS object_bytes
FROM content
GROUP BY layers
