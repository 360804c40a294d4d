-- Sets of contents as each format has them whose clients fetch contents: their share, by weight, of what their first layer
-- takes. In a layer the header of a file, which the index has for clients, takes some 120 bytes.
WITH
whole AS (
  SELECT layer_number, CAST(sum(copies * weight) AS DOUBLE) AS weight, sum(copies) AS copies
  FROM format_copies
  GROUP BY layer_number
),
shared AS (
  SELECT
    content.part,
    content.layers,
    content.files,
    content.objects,
    content.object_bytes,
    layer_number.layer_digest,
    CAST(content.weight AS DOUBLE) / whole.weight AS ratio,
    CAST(content.weight AS DOUBLE) / (whole.weight + 120 * whole.copies) AS ratio_in_layer
  FROM format_contents AS content
  JOIN whole ON whole.layer_number = content.first_layer
  JOIN layer_number ON layer_number.layer_number = content.first_layer
)
SELECT
  format.format,
  format.unit,
  shared.part,
  shared.layers,
  CASE
    WHEN format.payload = 'PLAIN' THEN shared.object_bytes
    WHEN format.unit = 'LAYER' THEN coded.bytes * shared.ratio_in_layer
    ELSE coded.bytes * shared.ratio
  END AS payload_bytes,
  CASE WHEN format.is_joined THEN 0 WHEN format.payload = 'PLAIN' THEN shared.objects ELSE shared.files END AS objects,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0 ELSE coded.error_ratio END AS error_ratio,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0 ELSE coded.variance * shared.ratio * shared.ratio END AS variance
FROM shared
CROSS JOIN (SELECT * FROM format WHERE update <> 'LAYERS' AND unit <> 'CHUNK') AS format
LEFT JOIN format_coded AS coded ON coded.coding = format.coding AND coded.layer_digest = shared.layer_digest
