-- One row: what is known of a digest that is gone, from the rows that stay for history. The first of layer, image,
-- manifest, other blob counts.
SELECT thing, stored_bytes, archive_bytes, files, file_bytes, os, architecture
FROM (
  SELECT
    1 AS place, 'layer' AS thing, compressed_bytes AS stored_bytes, archive_bytes, files, file_bytes,
    CAST(NULL AS STRING) AS os, CAST(NULL AS STRING) AS architecture
  FROM every_layer
  WHERE layer_digest = :digest
  UNION ALL
  SELECT 2, 'image', compressed_bytes, NULL, NULL, NULL, os, architecture FROM every_image WHERE image_digest = :digest
  UNION ALL
  SELECT 3, 'manifest', bytes, NULL, NULL, NULL, NULL, NULL FROM every_manifest WHERE manifest_digest = :digest
  UNION ALL
  SELECT 4, 'blob', max(bytes), NULL, NULL, NULL, NULL, NULL
  FROM (
    SELECT bytes FROM every_sighting WHERE digest = :digest
    UNION ALL
    SELECT bytes FROM every_manifest_reference WHERE digest = :digest
  ) AS stated
) AS known
ORDER BY place
LIMIT 1
