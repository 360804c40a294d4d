-- One row per copy of a file's content: the FILE entries of published layers. Hard links, whiteouts and all other kinds
-- are left out.
-- Reads:
--   layer_key: layers with their numbers (layer_key.sql).
SELECT /*+ BROADCAST(layer_key) */ layer_recipe.fingerprint, layer_key.layer, layer_recipe.bytes
FROM layer_recipe
JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
