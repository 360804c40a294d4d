-- The positions of a layer's recipe are 0, 1, ... n - 1, each once.
-- Checked by count, minimum, maximum, sum and xor of the positions, which need one small row a layer and no sort: rows
-- that are doubled, lost or shifted change one of them.
WITH
recipe AS (
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
FROM recipe
WHERE first_position <> 0
  OR last_position <> entries - 1
  OR 2 * position_sum <> entries * (entries - 1)
  -- The xor of 0, 1, ... n - 1 follows a cycle of four.
  OR position_xor <> CASE entries % 4 WHEN 0 THEN 0 WHEN 1 THEN entries - 1 WHEN 2 THEN 1 ELSE entries END
ORDER BY layer_digest
LIMIT 20
