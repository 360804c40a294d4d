-- Other layers that hold contents of a layer.
SELECT DISTINCT layer_recipe.layer_digest, layer_recipe.fingerprint
FROM layer_recipe
LEFT SEMI JOIN (
  SELECT fingerprint FROM layer_recipe WHERE layer_digest = :layer AND kind = 'FILE' AND bytes > 0
) AS wanted ON wanted.fingerprint = layer_recipe.fingerprint
WHERE layer_recipe.kind = 'FILE' AND layer_recipe.layer_digest <> :layer
