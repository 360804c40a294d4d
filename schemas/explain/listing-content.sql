-- The manifests that list a layer which contains a content.
SELECT DISTINCT manifest_digest
FROM manifest_reference
WHERE digest IN (
  SELECT layer_digest FROM layer_recipe WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
)
