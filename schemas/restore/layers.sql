-- All layers.
SELECT layer_digest FROM layer
