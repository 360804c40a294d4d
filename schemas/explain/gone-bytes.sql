-- One row: the images that a manifest or index led to, and their bytes, from the rows that stay for history.
SELECT count(*) AS images, sum(compressed_bytes) AS stored_bytes
FROM every_image
WHERE image_digest = :digest
  OR image_digest IN (SELECT digest FROM every_manifest_reference WHERE manifest_digest = :digest)
