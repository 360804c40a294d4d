-- The positions of a layer's entries in layer_recipe are 0, 1, ... n - 1, each once.
-- Checked by count, minimum, maximum, sum and xor of the positions: one small row a layer, and no sort.
-- A doubled, lost or shifted row changes one of these.
WITH
-- One row per layer.
position_total AS (
  SELECT
    layer_digest,
    count(*) AS entries,
    min(position) AS first_position,
    max(position) AS last_position,
    sum(position) AS position_sum,
    bit_xor(position) AS position_xor
  FROM layer_recipe
  GROUP BY layer_digest
)
SELECT
  layer_digest,
  entries,
  first_position,
  last_position,
  position_sum,
  position_xor,
  count(*) OVER () AS total
FROM position_total
-- The least position must be 0 and the largest n - 1.
WHERE first_position <> 0
  OR last_position <> entries - 1
  -- The sum of 0, 1, ... n - 1 is n x (n - 1) / 2; doubled on both sides to stay with whole numbers.
  OR 2 * position_sum <> entries * (entries - 1)
  -- The xor of 0, 1, ... n - 1 depends on n modulo 4: 0 gives 0, 1 gives n - 1, 2 gives 1, 3 gives n.
  OR position_xor <> CASE entries % 4 WHEN 0 THEN 0 WHEN 1 THEN entries - 1 WHEN 2 THEN 1 ELSE entries END
ORDER BY layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
