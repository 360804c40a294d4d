-- Table startup_pull: one row per start, mode, block size and network, with the seconds that fetching takes. Requests
-- are sent one after another, so each adds the latency. The modes are:
-- full: all layers. flattened: one layer with the files that the image does not hide.
-- lazy-file: the files that are read, whole. lazy-block: the blocks that are read.
WITH lazy AS (
  SELECT startup_image.image_digest, needed.run, count(*) AS requests, sum(needed.content_bytes) AS bytes
  FROM needed
  JOIN startup_image ON startup_image.image = needed.image
  WHERE needed.needed_bytes > 0
  GROUP BY startup_image.image_digest, needed.run
),
blocks AS (
  SELECT
    startup_image.image_digest,
    needed_block.run,
    needed_block.block_bytes,
    sum(needed_block.blocks) AS requests,
    sum(needed_block.bytes) AS bytes
  FROM needed_block
  JOIN startup_image ON startup_image.image = needed_block.image
  GROUP BY startup_image.image_digest, needed_block.run, needed_block.block_bytes
),
listed AS (
  SELECT image_digest, count(DISTINCT layer_digest) AS layers FROM image_layer GROUP BY image_digest
),
way AS (
  SELECT result.image_digest, result.run, 'full' AS mode, CAST(NULL AS BIGINT) AS block_bytes,
    listed.layers AS requests, result.compressed_bytes AS bytes, result.archive_bytes AS unpacked_bytes
  FROM startup_results AS result
  JOIN listed ON listed.image_digest = result.image_digest
  UNION ALL
  SELECT image_digest, run, 'flattened', NULL, 1,
    CAST(round(compressed_bytes * kept) AS BIGINT),
    CAST(round(archive_bytes * kept) AS BIGINT)
  FROM (
    SELECT *, CASE WHEN file_bytes = 0 THEN 1e0 ELSE squashed_bytes / file_bytes END AS kept
    FROM startup_results
  ) AS flattened
  UNION ALL
  SELECT result.image_digest, result.run, 'lazy-file', NULL, coalesce(lazy.requests, 0), coalesce(lazy.bytes, 0), 0
  FROM startup_results AS result
  LEFT JOIN lazy ON lazy.image_digest = result.image_digest AND lazy.run = result.run
  UNION ALL
  SELECT result.image_digest, result.run, 'lazy-block', block_size.block_bytes,
    coalesce(blocks.requests, 0), coalesce(blocks.bytes, 0), 0
  FROM startup_results AS result
  CROSS JOIN block_size
  LEFT JOIN blocks
    ON blocks.image_digest = result.image_digest
    AND blocks.run = result.run
    AND blocks.block_bytes = block_size.block_bytes
)
SELECT
  way.image_digest,
  way.run,
  way.mode,
  way.block_bytes,
  network.latency_millis,
  network.bytes_per_second,
  way.requests,
  way.bytes,
  way.unpacked_bytes,
  network.latency_millis / 1e3 * way.requests
    + CAST(way.bytes AS DOUBLE) / network.bytes_per_second
    + CAST(way.unpacked_bytes AS DOUBLE) / network.unpack_bytes_per_second AS seconds
FROM way
CROSS JOIN network
