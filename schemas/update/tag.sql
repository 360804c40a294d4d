-- One row per tag and image that it points to.
SELECT repository, tag, image_digest, first_seen_at
FROM image_tag
WHERE repository IS NOT NULL
