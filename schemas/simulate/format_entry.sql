-- Entries of layers, with what is known of the layer.
SELECT layer_recipe.*, layer.compression AS layer_compression, layer.compressed_bytes AS layer_bytes, layer.archive_bytes AS layer_archive_bytes
FROM layer_recipe
JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
