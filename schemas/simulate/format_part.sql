-- Table format_part: for each format a row per unit that it stores once (layer, set of contents, set of chunks).
-- Formats of contents or chunks have one more row per layer, for its index; formats of layers have it in the layer's
-- row.
-- Reads:
--   format_sized: one row per layer and format of whole layers (format_sized.sql).
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_index: one row per layer and format: the bytes of the index that the format adds.
--   format_content_sized: one row per set of contents and format (format_content_sized.sql).
--   format_chunks: sets of chunks that the same layers contain (format_chunk.sql).
WITH
-- One row per layer: a list of its number alone, the set of layers of a unit that only this layer has.
layer_list AS (
  SELECT layer_digest, array_agg(layer_number) AS layers FROM layer_number GROUP BY layer_digest
),
-- One row per format and unit.
format_unit AS (
  SELECT
    sized.format,
    layer_list.layers,
    sized.payload_bytes,
    coalesce(format_index.index_bytes, 0) AS index_bytes,
    CAST(CASE WHEN format_index.index_bytes > 0 AND format.payload = 'STORED' THEN 2 ELSE 1 END AS BIGINT) AS objects,
    sized.error_ratio,
    sized.variance
  FROM format_sized AS sized
  JOIN format ON format.format = sized.format
  JOIN layer_list ON layer_list.layer_digest = sized.layer_digest
  LEFT JOIN format_index
    ON format_index.layer_digest = sized.layer_digest AND format_index.format = sized.format
  UNION ALL
  SELECT format, layers, payload_bytes, 0, objects, error_ratio, variance FROM format_content_sized WHERE unit = 'CONTENT'
  UNION ALL
  SELECT
    format.format,
    layers,
    bytes * compressed_ratio,
    0,
    chunks,
    CAST(:deviations AS DOUBLE) * coalesce(deviation, 0e0),
    0e0
  FROM format_chunks
  CROSS JOIN (SELECT format FROM format WHERE unit = 'CHUNK') AS format
  UNION ALL
  SELECT
    format.format,
    layer_list.layers,
    0e0,
    format_index.index_bytes,
    CASE WHEN format.is_joined OR format.update = 'CONTENTS' THEN 1 ELSE 0 END,
    0e0,
    0e0
  FROM format_index
  JOIN layer_list ON layer_list.layer_digest = format_index.layer_digest
  JOIN (SELECT * FROM format WHERE unit <> 'LAYER') AS format ON format.format = format_index.format
  WHERE format.unit <> 'CHUNK' OR EXISTS (SELECT 1 FROM format_chunks)
)
SELECT
  CAST(row_number() OVER (ORDER BY format_unit.format, layers, index_bytes, objects, payload_bytes) AS INT) AS part,
  format_unit.format,
  layers,
  round(payload_bytes) AS payload_bytes,
  index_bytes,
  objects,
  round(error_ratio * payload_bytes) AS fit_error_bytes,
  round(sqrt(variance)) AS own_error_bytes,
  format.is_published AS published,
  format.is_verified AS verified
FROM format_unit
JOIN format ON format.format = format_unit.format
