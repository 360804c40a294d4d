-- Rows of layers that were there.
SELECT every.*
FROM /* every */ layer_recipe AS every
WHERE every.layer_digest IN (SELECT layer.layer_digest FROM layer)
