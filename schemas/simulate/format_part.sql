-- Table format_part: layers, sets of contents and of chunks, each by all formats that store them as units; and the indexes
-- of layers.
WITH
numbered AS (
  SELECT layer_digest, array_agg(layer_number) AS layers FROM layer_number GROUP BY layer_digest
),
part AS (
  SELECT
    sized.format,
    numbered.layers,
    sized.payload_bytes,
    coalesce(format_index.index_bytes, 0) AS index_bytes,
    CAST(CASE WHEN format_index.index_bytes > 0 AND sized.format = 'soci' THEN 2 ELSE 1 END AS BIGINT) AS objects,
    sized.error_ratio,
    sized.variance
  FROM format_sized AS sized
  JOIN numbered ON numbered.layer_digest = sized.layer_digest
  LEFT JOIN format_index
    ON format_index.layer_digest = sized.layer_digest AND format_index.format = sized.format
  UNION ALL
  SELECT format, layers, payload_bytes, 0, objects, error_ratio, variance FROM format_content_sized
  UNION ALL
  SELECT
    'chunks',
    layers,
    bytes * compressed_ratio,
    0,
    chunks,
    CAST(:deviations AS DOUBLE) * coalesce(deviation, 0e0),
    0e0
  FROM format_chunks
  UNION ALL
  SELECT
    format.format,
    numbered.layers,
    0e0,
    format_index.index_bytes,
    CASE WHEN format.format = 'composefs' THEN 0 ELSE 1 END,
    0e0,
    0e0
  FROM format_index
  JOIN numbered ON numbered.layer_digest = format_index.layer_digest
  JOIN (SELECT * FROM format WHERE unit <> 'LAYER') AS format ON format.format = format_index.format
  WHERE format.format <> 'chunks' OR EXISTS (SELECT 1 FROM format_chunks)
)
SELECT
  CAST(row_number() OVER (ORDER BY format, layers, index_bytes, objects, payload_bytes) AS INT) AS part,
  format,
  layers,
  CAST(round(payload_bytes) AS BIGINT) AS payload_bytes,
  CAST(index_bytes AS BIGINT) AS index_bytes,
  CAST(objects AS BIGINT) AS objects,
  CAST(round(error_ratio * payload_bytes) AS BIGINT) AS fit_error_bytes,
  CAST(round(sqrt(variance)) AS BIGINT) AS own_error_bytes
FROM part
