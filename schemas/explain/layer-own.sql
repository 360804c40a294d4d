-- The contents of a layer that no other contains: the bundle of this layer alone. Without the recipes, all of which an
-- engine may have to compare with their checksums first.
SELECT
  coalesce(sum(files), 0) AS contents,
  coalesce(sum(bytes), 0) AS bytes
FROM file_bundle
WHERE layers = (SELECT array_agg(layer_number) FROM layer_number WHERE layer_digest = :digest)
