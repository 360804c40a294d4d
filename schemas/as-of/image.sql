-- Images that were first seen up to the moment and were not gone. Rows that earlier versions of Varve wrote have no
-- first_seen_at, and count as always there.
SELECT every.*
FROM every_image AS every
ANTI JOIN gone_image ON gone_image.image_digest = every.image_digest
WHERE every.first_seen_at IS NULL OR every.first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
