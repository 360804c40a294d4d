-- What each way of fetching asks for, one row a start, way and block size.
WITH lazy AS (
  SELECT startup_image.image_digest, needed.run, needed.content_bytes, needed.blocks, needed.block_bytes
  FROM needed
  JOIN startup_image ON startup_image.image = needed.image
  WHERE needed.needed_bytes > 0
),
blocks AS (
  SELECT image_digest, run, item.place, sum(item.count) AS requests, sum(block_bytes[item.place]) AS bytes
  FROM (SELECT image_digest, run, block_bytes, explode(transform(blocks, (count, place) -> struct(count, place))) AS item FROM lazy)
  GROUP BY image_digest, run, item.place
),
files AS (
  SELECT image_digest, run, count(*) AS requests, sum(content_bytes) AS bytes FROM lazy GROUP BY image_digest, run
),
listed AS (
  SELECT image_digest, count(DISTINCT layer_digest) AS layers FROM image_layer GROUP BY image_digest
)
SELECT result.image_digest, result.run, 'full' AS mode, CAST(NULL AS INT) AS place,
  listed.layers AS requests, result.compressed_bytes AS bytes, result.archive_bytes AS unpacked_bytes
FROM startup_results AS result
JOIN listed ON listed.image_digest = result.image_digest
UNION ALL
SELECT image_digest, run, 'flattened', NULL, 1,
  CAST(round(compressed_bytes * kept) AS BIGINT),
  CAST(round(archive_bytes * kept) AS BIGINT)
FROM (
  SELECT *, CASE WHEN file_bytes = 0 THEN 1.0D ELSE squashed_bytes / CAST(file_bytes AS DOUBLE) END AS kept
  FROM startup_results
)
UNION ALL
SELECT result.image_digest, result.run, 'lazy-file', NULL, coalesce(files.requests, 0), coalesce(files.bytes, 0), 0
FROM startup_results AS result
LEFT JOIN files ON files.image_digest = result.image_digest AND files.run = result.run
UNION ALL
SELECT result.image_digest, result.run, 'lazy-block', size.place, coalesce(blocks.requests, 0), coalesce(blocks.bytes, 0), 0
FROM startup_results AS result
CROSS JOIN (SELECT explode(sequence(0, :sizes - 1)) AS place) AS size
LEFT JOIN blocks
  ON blocks.image_digest = result.image_digest AND blocks.run = result.run AND blocks.place = size.place
