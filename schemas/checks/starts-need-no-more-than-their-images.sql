-- Needed bytes are at most those of the opened files, these at most those of the unpacked image, these at most those of
-- its layers, as image_squash has them.
WITH squashed AS (
  SELECT image_digest, sum(file_bytes) AS file_bytes, sum(file_bytes - hidden_bytes) AS squashed_bytes
  FROM image_squash
  GROUP BY image_digest
)
SELECT this.image_digest, this.run, this.needed_bytes, this.whole_bytes, this.squashed_bytes, this.file_bytes
FROM startup_result AS this
LEFT JOIN squashed ON squashed.image_digest = this.image_digest
WHERE squashed.image_digest IS NULL
  OR this.needed_bytes > this.whole_bytes
  OR this.whole_bytes > this.squashed_bytes
  OR this.squashed_bytes > this.file_bytes
  OR this.squashed_bytes <> squashed.squashed_bytes
  OR this.file_bytes <> squashed.file_bytes
  OR this.needed_files > this.files
  OR this.needed_layers > this.layers
  OR this.lookups < this.paths
ORDER BY this.image_digest, this.run
LIMIT 20
