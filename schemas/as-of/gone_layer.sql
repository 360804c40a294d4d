-- The layers that had been seen before a moment and were nowhere any more then: no store that lists its blobs has them, and
-- no image or manifest of that time leads to them. Views image, image_layer and manifest_reference have the state of the
-- moment.
SELECT digest AS layer_digest
FROM (
  SELECT digest
  FROM every_sighting
  WHERE kind = 'BLOB' AND gone_at <= CAST(/* gone */ NULL AS TIMESTAMP)
  UNION
  SELECT every_image_layer.layer_digest
  FROM every_image_layer
  JOIN gone_image ON gone_image.image_digest = every_image_layer.image_digest
  UNION
  SELECT every_manifest_reference.digest
  FROM every_manifest_reference
  JOIN gone_manifest ON gone_manifest.manifest_digest = every_manifest_reference.manifest_digest
  WHERE every_manifest_reference.kind = 'BLOB'
) AS seen_before
EXCEPT
SELECT digest
FROM (
  SELECT digest FROM sighting_there WHERE kind = 'BLOB'
  UNION ALL
  SELECT layer_digest FROM image_layer
  UNION ALL
  SELECT digest FROM manifest_reference WHERE kind = 'BLOB'
) AS there
