-- A blob that is neither a layer that was read nor a manifest, as those that name it declare it.
SELECT
  min(role) AS declared_as,
  max(bytes) AS stored_bytes
FROM (
  SELECT lower(kind) AS role, bytes FROM manifest_reference WHERE digest = :digest
  UNION ALL
  SELECT 'config', NULL FROM image WHERE config_digest = :digest
  UNION ALL
  SELECT 'layer', compressed_bytes FROM image_layer WHERE layer_digest = :digest
) AS named
