-- One row per set of contents (view format_contents) and per format whose clients fetch single contents: its bytes
-- there. They are a share of the bytes that the set's first layer takes in the format. In one compressed stream, that
-- share would be the set's share of the stored bytes. Contents that are compressed one by one take more than one
-- stream, as none of them can refer back to another. This surplus is divided in proportion to the first 32 KiB of each
-- content, where a stream could look back. Formats of whole layers also store file headers, about 120 bytes per file,
-- which are subtracted first.
-- Reads:
--   format_copies: one row per layer and distinct content (format_copy.sql).
--   format_coded: one row per layer and coding (format_coded.sql).
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
WITH
-- One row per layer: sums over its contents, each as often as it has copies. stream_ratio is the size in coding
-- `stream` over the stored blob.
layer_total AS (
  SELECT
    layer_number.layer_digest,
    copied.layer_number,
    copied.copies,
    copied.stored_bytes,
    copied.first_bytes,
    coalesce(stream.bytes / nullif(layer.compressed_bytes, 0e0), 1e0) AS stream_ratio
  FROM (
    SELECT
      layer_number,
      sum(copies) AS copies,
      CAST(sum(copies * stored_bytes) AS DOUBLE) AS stored_bytes,
      CAST(sum(copies * first_bytes) AS DOUBLE) AS first_bytes
    FROM format_copies
    GROUP BY layer_number
  ) AS copied
  JOIN layer_number ON layer_number.layer_number = copied.layer_number
  JOIN layer ON layer.layer_digest = layer_number.layer_digest
  LEFT JOIN format_coded AS stream ON stream.layer_digest = layer.layer_digest AND stream.coding = :stream
),
-- One row per layer and format: the bytes of the layer in the format. content_bytes are these without file headers.
layer_format AS (
  SELECT
    format.format,
    format.unit,
    format.payload,
    format.is_joined,
    layer_total.*,
    coded.error_ratio,
    coded.variance,
    coded.bytes AS layer_bytes,
    coded.bytes - CASE WHEN format.unit = 'LAYER' THEN 120e0 * layer_total.copies ELSE 0e0 END AS content_bytes
  FROM layer_total
  CROSS JOIN (SELECT * FROM format WHERE update <> 'LAYERS' AND unit <> 'CHUNK') AS format
  LEFT JOIN format_coded AS coded ON coded.coding = format.coding AND coded.layer_digest = layer_total.layer_digest
),
-- Bytes of a set = the stored share of its stored bytes, plus the surplus per first byte times its first bytes. Over
-- all contents and copies of a layer both terms add up to the layer's content_bytes.
set_format AS (
  SELECT
    layer_format.*,
    content.part,
    content.layers,
    content.files,
    content.objects,
    content.object_bytes,
    CASE WHEN layer_format.layer_bytes IS NOT NULL THEN
      greatest(
        0e0,
        least(layer_format.stream_ratio, layer_format.content_bytes / nullif(layer_format.stored_bytes, 0e0))
            * content.stored_bytes
          + greatest(
            0e0,
            (layer_format.content_bytes - layer_format.stream_ratio * layer_format.stored_bytes)
              / layer_format.first_bytes
          ) * content.first_bytes
      )
    END AS coded_bytes
  FROM format_contents AS content
  JOIN layer_format ON layer_format.layer_number = content.first_layer
)
SELECT
  format,
  unit,
  part,
  layers,
  CASE WHEN payload = 'PLAIN' THEN object_bytes ELSE coded_bytes END AS payload_bytes,
  CASE WHEN is_joined THEN 0 WHEN payload = 'PLAIN' THEN objects ELSE files END AS objects,
  CASE WHEN payload = 'PLAIN' THEN 0e0 ELSE error_ratio END AS error_ratio,
  CASE WHEN payload = 'PLAIN' THEN 0e0
    ELSE variance * power(coalesce(coded_bytes / nullif(layer_bytes, 0e0), 1e0), 2) END AS variance
FROM set_format
