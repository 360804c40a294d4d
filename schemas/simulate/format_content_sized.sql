-- Sets of contents as each format stores them that stores contents: their share, by weight, of what their first layer takes.
WITH
whole AS (
  SELECT layer_number, CAST(sum(copies * weight) AS DOUBLE) AS weight FROM format_copies GROUP BY layer_number
),
shared AS (
  SELECT
    content.part,
    content.layers,
    content.files,
    content.objects,
    content.object_bytes,
    layer_number.layer_digest,
    CAST(content.weight AS DOUBLE) / whole.weight AS ratio
  FROM format_contents AS content
  JOIN whole ON whole.layer_number = content.first_layer
  JOIN layer_number ON layer_number.layer_number = content.first_layer
)
SELECT
  format.format,
  shared.part,
  shared.layers,
  CASE WHEN format.payload = 'PLAIN' THEN shared.object_bytes ELSE coded.bytes * shared.ratio END AS payload_bytes,
  CASE WHEN format.is_joined THEN 0 WHEN format.payload = 'PLAIN' THEN shared.objects ELSE shared.files END AS objects,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0 ELSE coded.error_ratio END AS error_ratio,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0 ELSE coded.variance * shared.ratio * shared.ratio END AS variance
FROM shared
CROSS JOIN (SELECT * FROM format WHERE unit = 'CONTENT') AS format
LEFT JOIN format_coded AS coded ON coded.coding = format.coding AND coded.layer_digest = shared.layer_digest
