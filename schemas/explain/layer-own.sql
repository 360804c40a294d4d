-- One row: the contents that no other layer contains, from the bundle whose only layer is this one. Table file_bundle
-- is read because it is small: an engine may have to check every file of layer_recipe by its checksum first.
SELECT
  coalesce(sum(files), 0) AS contents,
  coalesce(sum(bytes), 0) AS bytes
FROM file_bundle
WHERE layers = (SELECT array_agg(layer_number) FROM layer_number WHERE layer_digest = :digest)
