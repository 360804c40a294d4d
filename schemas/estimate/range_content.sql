-- Chunks of the ranges read, zeros left out, by range and by how many drawn ranges hold them; 0 drawn ranges where one
-- does that was read for certain. A range is of a VM, in all of its snapshots: :segments segments, named VM/NUMBER. Numbers
-- from :most on stand together. What distinct_bytes adds up to over all rows is what the distinct chunks take.
WITH
content AS (
  SELECT
    concat(vm, '/', CAST(segment DIV :segments AS STRING)) AS unit,
    fingerprint,
    CAST(bytes AS BIGINT) AS bytes,
    count(*) AS copies
  FROM segment_chunk
  WHERE NOT zero
  GROUP BY vm, segment DIV :segments, fingerprint, bytes
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
