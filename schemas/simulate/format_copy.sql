-- Contents of each layer, with how many files have them. The bytes that the first of these takes, by the fit alone, are the
-- content's weight: its share of what the layer takes.
SELECT
  content.fingerprint,
  layer_number.layer_number,
  content.copies,
  content.bytes,
  CAST(
    round(
      least(
        CAST(content.bytes AS DOUBLE),
        greatest(
          1e0,
          fit.stored_factor * content.stored_bytes + fit.content_factor * content.bytes + fit.count_bytes
        )
      )
    ) AS BIGINT
  ) AS weight
FROM (
  SELECT
    layer_digest,
    fingerprint,
    count(*) AS copies,
    min(bytes) AS bytes,
    CAST(min_by(coalesce(stored_bytes, bytes), position) AS DOUBLE) AS stored_bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY layer_digest, fingerprint
) AS content
JOIN layer ON layer.layer_digest = content.layer_digest
JOIN layer_number ON layer_number.layer_digest = content.layer_digest
LEFT JOIN format_fit AS fit ON fit.coding = :coding AND fit.compression = layer.compression
