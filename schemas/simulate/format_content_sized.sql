-- Sets of contents in the coding of each format that stores contents.
SELECT
  format.format,
  content.part,
  content.layers,
  CASE
    WHEN format.payload = 'PLAIN' THEN content.object_bytes
    WHEN fit.coding IS NOT NULL THEN
      greatest(
        0e0,
        (fit.stored_factor + coalesce(correction.ratio, 0e0)) * content.stored_bytes
          + fit.content_factor * content.bytes
          + fit.count_bytes * content.files
      )
  END AS payload_bytes,
  CASE WHEN format.is_joined THEN 0 WHEN format.payload = 'PLAIN' THEN content.objects ELSE content.files END AS objects,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0 ELSE fit.error_ratio END AS error_ratio,
  CASE WHEN format.payload = 'PLAIN' THEN 0e0
    ELSE fit.span_variance * content.stored_bytes
      + coalesce(correction.variance, fit.layer_variance) * content.stored_bytes * content.stored_bytes
  END AS variance
FROM format_contents AS content
CROSS JOIN (SELECT * FROM format WHERE unit = 'CONTENT') AS format
LEFT JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = content.compression
LEFT JOIN format_correction AS correction
  ON correction.coding = format.coding AND correction.layer_digest = content.first_layer
