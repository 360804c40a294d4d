-- One row: an image, from table image.
SELECT os, architecture, created_at, config_digest, compressed_bytes AS stored_bytes, first_seen_at
FROM image
WHERE image_digest = :digest
