-- Rows of a table about layers as of a moment: those of layers that were ingested by then.
SELECT every.*
FROM /* every */ layer_recipe AS every
WHERE every.layer_digest IN (SELECT layer.layer_digest FROM layer)
