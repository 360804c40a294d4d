-- Every layer that has rows in layer_recipe or layer_phase is in table layer.
WITH
-- One row per table and layer in it.
recipe_layer AS (
  SELECT 'layer_recipe' AS found_in, layer_digest, count(*) AS found_rows FROM layer_recipe GROUP BY layer_digest
  UNION ALL
  SELECT 'layer_phase', layer_digest, count(*) FROM layer_phase GROUP BY layer_digest
)
SELECT recipe_layer.found_in, recipe_layer.layer_digest, recipe_layer.found_rows, count(*) OVER () AS total
FROM recipe_layer
LEFT JOIN layer ON layer.layer_digest = recipe_layer.layer_digest
WHERE layer.layer_digest IS NULL
ORDER BY recipe_layer.found_in, recipe_layer.layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
