-- Table startup_result: one row per start, an image and a run with at least one access whose image was found.
-- Reads:
--   image_squashes: one row per image and layer (image_squash.sql).
--   matched: accesses with the entries that they lead to (startup_matched.sql).
--   squash_image: the images whose layers were all read, numbered (squash_image.sql).
--   needed: one row per start and file that it opened; needed_bytes of the file were read.
WITH
-- One row per image: its files in all layers, and those that the unpacked image still shows.
squashed_image AS (
  SELECT image_digest, sum(file_bytes) AS file_bytes, sum(file_bytes - hidden_bytes) AS squashed_bytes
  FROM image_squashes
  GROUP BY image_digest
),
-- One row per image: its distinct layers.
stored_image AS (
  SELECT listed.image_digest, sum(layer.compressed_bytes) AS compressed_bytes, sum(layer.archive_bytes) AS archive_bytes
  FROM (SELECT DISTINCT image_digest, layer_digest FROM image_layer) AS listed
  JOIN layer ON layer.layer_digest = listed.layer_digest
  GROUP BY listed.image_digest
),
-- One row per start: accesses of the list, and those that were matched.
access_total AS (
  SELECT
    image,
    run,
    count(*) AS accesses,
    count(CASE WHEN reason IS NULL THEN 1 END) AS matched
  FROM matched
  GROUP BY image, run
),
-- One row per start: distinct paths that were accessed; a look-up searches a layer, from the top layer down to that
-- of the path.
path_total AS (
  SELECT accessed.image, accessed.run, count(*) AS paths, sum(squash_image.layers - accessed.depth) AS lookups
  FROM (SELECT DISTINCT image, run, target, depth FROM matched WHERE reason IS NULL) AS accessed
  JOIN squash_image ON squash_image.image = accessed.image
  GROUP BY accessed.image, accessed.run
),
-- One row per start: the files that were opened, and those of them of which a byte was read.
file_total AS (
  SELECT
    image,
    run,
    count(*) AS files,
    sum(content_bytes) AS whole_bytes,
    count(CASE WHEN needed_bytes > 0 THEN 1 END) AS needed_files,
    sum(needed_bytes) AS needed_bytes,
    count(DISTINCT CASE WHEN needed_bytes > 0 THEN content_depth END) AS needed_layers
  FROM needed
  GROUP BY image, run
)
SELECT
  squash_image.image_digest,
  access_total.run,
  squash_image.layers,
  coalesce(stored_image.compressed_bytes, 0) AS compressed_bytes,
  coalesce(stored_image.archive_bytes, 0) AS archive_bytes,
  coalesce(squashed_image.file_bytes, 0) AS file_bytes,
  coalesce(squashed_image.squashed_bytes, 0) AS squashed_bytes,
  access_total.accesses,
  access_total.matched,
  access_total.accesses - access_total.matched AS dropped,
  coalesce(path_total.paths, 0) AS paths,
  coalesce(path_total.lookups, 0) AS lookups,
  coalesce(file_total.files, 0) AS files,
  coalesce(file_total.whole_bytes, 0) AS whole_bytes,
  coalesce(file_total.needed_files, 0) AS needed_files,
  coalesce(file_total.needed_bytes, 0) AS needed_bytes,
  coalesce(file_total.needed_layers, 0) AS needed_layers
FROM access_total
JOIN squash_image ON squash_image.image = access_total.image
LEFT JOIN stored_image ON stored_image.image_digest = squash_image.image_digest
LEFT JOIN squashed_image ON squashed_image.image_digest = squash_image.image_digest
LEFT JOIN path_total ON path_total.image = access_total.image AND path_total.run = access_total.run
LEFT JOIN file_total ON file_total.image = access_total.image AND file_total.run = access_total.run
