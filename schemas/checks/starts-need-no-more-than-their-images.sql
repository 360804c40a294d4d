-- For each start, needed_bytes <= whole_bytes <= squashed_bytes <= file_bytes.
-- needed_bytes were read; whole_bytes are of the opened files. squashed_bytes are of all files of the unpacked image,
-- and file_bytes of all files of its layers, hidden ones included.
WITH
-- One row per squashed image: sums over its layers.
image_total AS (
  SELECT image_digest, sum(file_bytes) AS file_bytes, sum(file_bytes - hidden_bytes) AS squashed_bytes
  FROM image_squash
  GROUP BY image_digest
)
SELECT
  this.image_digest, this.run, this.needed_bytes, this.whole_bytes,
  this.squashed_bytes, image_total.squashed_bytes AS layer_squashed_bytes,
  this.file_bytes, image_total.file_bytes AS layer_file_bytes,
  this.needed_files, this.files, this.needed_layers, this.layers, this.lookups, this.paths
FROM startup_result AS this
LEFT JOIN image_total ON image_total.image_digest = this.image_digest
-- The image of the start has no rows in image_squash.
WHERE image_total.image_digest IS NULL
  -- needed_bytes <= whole_bytes <= squashed_bytes <= file_bytes must hold.
  OR this.needed_bytes > this.whole_bytes
  OR this.whole_bytes > this.squashed_bytes
  OR this.squashed_bytes > this.file_bytes
  -- The bytes of the image must be the sums over its layers in image_squash.
  OR this.squashed_bytes <> image_total.squashed_bytes
  OR this.file_bytes <> image_total.file_bytes
  -- More files of which a byte was read than opened files.
  OR this.needed_files > this.files
  -- More layers with a needed byte than layers of the image.
  OR this.needed_layers > this.layers
  -- Fewer look-ups than paths, though finding a path searches at least one layer.
  OR this.lookups < this.paths
ORDER BY this.image_digest, this.run
LIMIT 20
