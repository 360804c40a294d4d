-- Table startup_pull: one row per start, mode, block size and network, with the seconds that fetching takes. Requests
-- are sent one after another, so each adds the latency. The modes are:
-- full: all layers. flattened: one layer with the files that the image does not hide.
-- lazy-file: the files that are read, whole. lazy-block: the blocks that are read.
-- Reads:
--   needed: one row per start and file that it opened; needed_bytes of the file were read.
--   squash_image: the images whose layers were all read, numbered (squash_image.sql).
--   needed_block: one row per start, file and block size: the blocks that were read.
--   startup_results: one row per start (startup_result.sql).
--   block_size: the block sizes of the settings.
--   network: the networks of the settings.
WITH
-- One row per start: the files of which a byte was read, whole.
needed_files AS (
  SELECT squash_image.image_digest, needed.run, count(*) AS requests, sum(needed.content_bytes) AS bytes
  FROM needed
  JOIN squash_image ON squash_image.image = needed.image
  WHERE needed.needed_bytes > 0
  GROUP BY squash_image.image_digest, needed.run
),
-- One row per start and block size: the blocks that were read.
needed_blocks AS (
  SELECT
    squash_image.image_digest,
    needed_block.run,
    needed_block.block_bytes,
    sum(needed_block.blocks) AS requests,
    sum(needed_block.bytes) AS bytes
  FROM needed_block
  JOIN squash_image ON squash_image.image = needed_block.image
  GROUP BY squash_image.image_digest, needed_block.run, needed_block.block_bytes
),
-- One row per image: its distinct layers.
image_layers AS (
  SELECT image_digest, count(DISTINCT layer_digest) AS layers FROM image_layer GROUP BY image_digest
),
-- One row per start, mode and block size.
pull_mode AS (
  SELECT result.image_digest, result.run, 'full' AS mode, CAST(NULL AS BIGINT) AS block_bytes,
    image_layers.layers AS requests, result.compressed_bytes AS bytes, result.archive_bytes AS unpacked_bytes
  FROM startup_results AS result
  JOIN image_layers ON image_layers.image_digest = result.image_digest
  UNION ALL
  SELECT image_digest, run, 'flattened', NULL, 1,
    CAST(round(compressed_bytes * kept) AS BIGINT),
    CAST(round(archive_bytes * kept) AS BIGINT)
  FROM (
    SELECT *, CASE WHEN file_bytes = 0 THEN 1e0 ELSE squashed_bytes / file_bytes END AS kept
    FROM startup_results
  ) AS flattened
  UNION ALL
  SELECT
    result.image_digest, result.run, 'lazy-file', NULL, coalesce(needed_files.requests, 0),
    coalesce(needed_files.bytes, 0), 0
  FROM startup_results AS result
  LEFT JOIN needed_files ON needed_files.image_digest = result.image_digest AND needed_files.run = result.run
  UNION ALL
  SELECT result.image_digest, result.run, 'lazy-block', block_size.block_bytes,
    coalesce(needed_blocks.requests, 0), coalesce(needed_blocks.bytes, 0), 0
  FROM startup_results AS result
  CROSS JOIN block_size
  LEFT JOIN needed_blocks
    ON needed_blocks.image_digest = result.image_digest
    AND needed_blocks.run = result.run
    AND needed_blocks.block_bytes = block_size.block_bytes
)
SELECT
  pull_mode.image_digest,
  pull_mode.run,
  pull_mode.mode,
  pull_mode.block_bytes,
  network.latency_millis,
  network.bytes_per_second,
  pull_mode.requests,
  pull_mode.bytes,
  pull_mode.unpacked_bytes,
  network.latency_millis / 1e3 * pull_mode.requests
    + CAST(pull_mode.bytes AS DOUBLE) / network.bytes_per_second
    + CAST(pull_mode.unpacked_bytes AS DOUBLE) / network.unpack_bytes_per_second AS seconds
FROM pull_mode
CROSS JOIN network
