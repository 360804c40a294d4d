-- One row per other layer and content that it has in common with one layer.
SELECT DISTINCT layer_digest, fingerprint
FROM layer_recipe
WHERE kind = 'FILE' AND layer_digest <> :layer AND fingerprint IN (
  SELECT fingerprint FROM layer_recipe WHERE layer_digest = :layer AND kind = 'FILE' AND bytes > 0
)
