-- One row about a blob that was not read as a layer or manifest: what the manifests that refer to it declare. If they
-- declare it as several things, the first of config, layer, manifest, part of an artifact counts.
SELECT
  CASE min(place)
    WHEN 1 THEN 'config'
    WHEN 2 THEN 'layer'
    WHEN 3 THEN 'manifest'
    WHEN 4 THEN 'part of an artifact'
  END AS declared_as,
  max(bytes) AS stored_bytes
FROM (
  SELECT CASE kind WHEN 'CONFIG' THEN 1 WHEN 'MANIFEST' THEN 3 ELSE 4 END AS place, bytes
  FROM manifest_reference
  WHERE digest = :digest
  UNION ALL
  SELECT 1, NULL FROM image WHERE config_digest = :digest
  UNION ALL
  SELECT 2, compressed_bytes FROM image_layer WHERE layer_digest = :digest
) AS named
