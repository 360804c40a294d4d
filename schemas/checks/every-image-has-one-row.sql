-- Table image has one row for each image_digest.
-- An image that is in several repositories or inputs is one image.
SELECT image_digest, count(*) AS found_rows, count(*) OVER () AS total
FROM image
GROUP BY image_digest
HAVING count(*) > 1
ORDER BY image_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
