-- The manifests that refer to a layer that contains a file content.
SELECT DISTINCT manifest_digest
FROM manifest_reference
WHERE digest IN (
  SELECT layer_digest FROM layer_recipe WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
)
