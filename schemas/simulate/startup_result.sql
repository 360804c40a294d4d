-- Table startup_result: one row per start, an image and a run with at least one access whose image was found.
WITH whole AS (
  SELECT image_digest, sum(file_bytes) AS file_bytes, sum(file_bytes - hidden_bytes) AS squashed_bytes
  FROM image_squashes
  GROUP BY image_digest
),
stored AS (
  SELECT listed.image_digest, sum(layer.compressed_bytes) AS compressed_bytes, sum(layer.archive_bytes) AS archive_bytes
  FROM (SELECT DISTINCT image_digest, layer_digest FROM image_layer) AS listed
  JOIN layer ON layer.layer_digest = listed.layer_digest
  GROUP BY listed.image_digest
),
start AS (
  SELECT
    image,
    run,
    count(*) AS accesses,
    count(CASE WHEN reason IS NULL THEN 1 END) AS matched
  FROM matched
  GROUP BY image, run
),
path AS (
  SELECT accessed.image, accessed.run, count(*) AS paths, sum(startup_image.layers - accessed.depth) AS lookups
  FROM (SELECT DISTINCT image, run, target, depth FROM matched WHERE reason IS NULL) AS accessed
  JOIN startup_image ON startup_image.image = accessed.image
  GROUP BY accessed.image, accessed.run
),
need AS (
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
  startup_image.image_digest,
  start.run,
  startup_image.layers,
  coalesce(stored.compressed_bytes, 0) AS compressed_bytes,
  coalesce(stored.archive_bytes, 0) AS archive_bytes,
  coalesce(whole.file_bytes, 0) AS file_bytes,
  coalesce(whole.squashed_bytes, 0) AS squashed_bytes,
  start.accesses,
  start.matched,
  start.accesses - start.matched AS dropped,
  coalesce(path.paths, 0) AS paths,
  coalesce(path.lookups, 0) AS lookups,
  coalesce(need.files, 0) AS files,
  coalesce(need.whole_bytes, 0) AS whole_bytes,
  coalesce(need.needed_files, 0) AS needed_files,
  coalesce(need.needed_bytes, 0) AS needed_bytes,
  coalesce(need.needed_layers, 0) AS needed_layers
FROM start
JOIN startup_image ON startup_image.image = start.image
LEFT JOIN stored ON stored.image_digest = startup_image.image_digest
LEFT JOIN whole ON whole.image_digest = startup_image.image_digest
LEFT JOIN path ON path.image = start.image AND path.run = start.run
LEFT JOIN need ON need.image = start.image AND need.run = start.run
