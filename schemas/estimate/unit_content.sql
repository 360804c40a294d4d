-- View content, the contents of each unit that was read, by unit and by how many drawn units contain them; 0 drawn units
-- where a unit does that was read for certain, and :most for as many or more. The sum of distinct_bytes over all rows is the
-- bytes of the distinct contents. Fractions are computed of whole sums and come in an order, so that they always add up alike.
WITH
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
  CAST(sum(bytes) AS BIGINT) AS bytes,
  CAST(sum(bytes * copies) AS BIGINT) AS copied_bytes,
  CASE
    WHEN certain_units = 0 THEN CAST(sum(bytes) AS DOUBLE) / drawn_units
    WHEN certain = 1 THEN CAST(sum(bytes) AS DOUBLE) / certain_units
    ELSE CAST(0 AS DOUBLE)
  END AS distinct_bytes
FROM owner
GROUP BY unit, certain, certain_units, drawn_units
ORDER BY unit, certain, certain_units, drawn_units
