-- Files of the layers read, by layer and by how many drawn layers hold them; 0 drawn layers where one does that was read
-- for certain. Numbers from :most on stand together. What distinct_bytes adds up to over all rows is what the distinct
-- contents take.
WITH
content AS (
  SELECT layer_digest AS unit, fingerprint, bytes, count(*) AS copies
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY layer_digest, fingerprint, bytes
),
owner AS (
  SELECT
    fingerprint, bytes, count(certain_unit.unit) AS certain_units, count(*) - count(certain_unit.unit) AS drawn_units
  FROM content
  LEFT JOIN certain_unit ON certain_unit.unit = content.unit
  GROUP BY fingerprint, bytes
)
SELECT
  content.unit,
  CAST(CASE WHEN certain_units > 0 THEN 0 ELSE least(drawn_units, :most) END AS INT) AS units,
  sum(content.bytes) AS bytes,
  sum(content.bytes * copies) AS copied_bytes,
  sum(
    CASE
      WHEN certain_units = 0 THEN CAST(content.bytes AS DOUBLE) / drawn_units
      WHEN certain_unit.unit IS NOT NULL THEN CAST(content.bytes AS DOUBLE) / certain_units
      ELSE 0.0D
    END
  ) AS distinct_bytes
FROM content
JOIN owner ON owner.fingerprint = content.fingerprint AND owner.bytes = content.bytes
LEFT JOIN certain_unit ON certain_unit.unit = content.unit
GROUP BY content.unit, CASE WHEN certain_units > 0 THEN 0 ELSE least(drawn_units, :most) END
