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
    content.*,
    CASE WHEN certain_unit.unit IS NULL THEN 0 ELSE 1 END AS certain,
    sum(CASE WHEN certain_unit.unit IS NULL THEN 0 ELSE 1 END) OVER holders AS certain_units,
    sum(CASE WHEN certain_unit.unit IS NULL THEN 1 ELSE 0 END) OVER holders AS drawn_units
  FROM content
  LEFT JOIN certain_unit ON certain_unit.unit = content.unit
  WINDOW holders AS (PARTITION BY fingerprint, bytes)
)
SELECT
  unit,
  CAST(CASE WHEN certain_units > 0 THEN 0 ELSE least(drawn_units, :most) END AS INT) AS units,
  sum(bytes) AS bytes,
  sum(bytes * copies) AS copied_bytes,
  sum(
    CASE
      WHEN certain_units = 0 THEN CAST(bytes AS DOUBLE) / drawn_units
      WHEN certain = 1 THEN CAST(bytes AS DOUBLE) / certain_units
      ELSE 0.0D
    END
  ) AS distinct_bytes
FROM owner
GROUP BY unit, CASE WHEN certain_units > 0 THEN 0 ELSE least(drawn_units, :most) END
