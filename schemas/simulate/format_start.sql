-- One row per image and lazy format (start FILES or SPANS): requests and bytes of a start, as means over the image's
-- starts. Formats of start FILES fetch their index and the blocks of needed files; formats of start SPANS are described
-- below.
-- Reads:
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_fit: one row per coding and compression of blobs: factors by which bytes in the coding are estimated.
--   format_listed: one row per image and distinct layer (format_listed.sql).
--   format_index: one row per layer and format: the bytes of the index that the format adds.
WITH
-- One row per start (image, run) and file of which a byte was read.
needed_file AS (
  SELECT
    startup_file.image_digest,
    startup_file.run,
    startup_file.layer_digest,
    CAST(startup_file.bytes AS DOUBLE) AS bytes,
    CAST(startup_file.needed_bytes AS DOUBLE) AS needed_bytes,
    CAST(coalesce(layer_recipe.stored_bytes, layer_recipe.bytes) AS DOUBLE) AS stored_bytes,
    layer_recipe.archive_offset
  FROM startup_file
  JOIN layer_recipe
    ON layer_recipe.layer_digest = startup_file.layer_digest AND layer_recipe.position = startup_file.position
  WHERE startup_file.needed_bytes > 0
),
-- One row per start and format of start FILES: the blocks of needed files, compressed as the fit of the format
-- estimates.
block_start AS (
  SELECT
    needed_file.image_digest,
    needed_file.run,
    format.format,
    sum(ceil(needed_file.needed_bytes / format.block_bytes)) AS requests,
    sum(
      least(1e0, ceil(needed_file.needed_bytes / format.block_bytes) * format.block_bytes / needed_file.bytes)
        * greatest(
          0e0,
          fit.stored_factor * needed_file.stored_bytes + fit.content_factor * needed_file.bytes + fit.count_bytes
        )
    ) AS bytes
  FROM needed_file
  CROSS JOIN (SELECT * FROM format WHERE start = 'FILES') AS format
  JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = ''
  GROUP BY needed_file.image_digest, needed_file.run, format.format
),
-- One row per start, layer and format of start SPANS: the spans that the start fetches of the layer. These are the
-- spans in which a needed file begins, each once. A file of which more than one span is needed adds further ones. A
-- layer without an index is fetched whole (CTE span_start).
needed_span AS (
  SELECT
    needed_file.image_digest,
    needed_file.run,
    needed_file.layer_digest,
    format.format,
    format.block_bytes,
    count(DISTINCT floor(needed_file.archive_offset / format.block_bytes))
      + sum(ceil(needed_file.needed_bytes / format.block_bytes) - 1) AS spans
  FROM needed_file
  CROSS JOIN (SELECT * FROM format WHERE start = 'SPANS') AS format
  GROUP BY needed_file.image_digest, needed_file.run, needed_file.layer_digest, format.format, format.block_bytes
),
-- One row per start and format of start SPANS: requests and bytes over all layers of the image.
span_start AS (
  SELECT
    startup_result.image_digest,
    startup_result.run,
    format.format,
    sum(1 + CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN 0
      ELSE coalesce(needed_span.spans, 0) END) AS requests,
    sum(CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN format_listed.archive_bytes ELSE 0 END) AS unpacked_bytes,
    sum(
      CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN format_listed.compressed_bytes
        ELSE least(1e0, coalesce(needed_span.spans, 0) * format.block_bytes / greatest(format_listed.archive_bytes, 1))
          * format_listed.compressed_bytes END
    ) AS bytes
  FROM startup_result
  JOIN format_listed ON format_listed.image_digest = startup_result.image_digest
  CROSS JOIN (SELECT * FROM format WHERE start = 'SPANS') AS format
  LEFT JOIN format_index
    ON format_index.layer_digest = format_listed.layer_digest AND format_index.format = format.format
  LEFT JOIN needed_span
    ON needed_span.image_digest = startup_result.image_digest
    AND needed_span.run = startup_result.run
    AND needed_span.layer_digest = format_listed.layer_digest
    AND needed_span.format = format.format
  GROUP BY startup_result.image_digest, startup_result.run, format.format
),
-- One row per start and lazy format.
lazy_start AS (
  SELECT
    startup_result.image_digest,
    startup_result.run,
    format.format,
    CASE
      WHEN format.start = 'SPANS' THEN span_start.requests
      WHEN format.update = 'IMAGE_INDEX' THEN 1 + coalesce(block_start.requests, 0)
      ELSE startup_result.layers + coalesce(block_start.requests, 0)
    END AS requests,
    coalesce(span_start.unpacked_bytes, 0) AS unpacked_bytes,
    CASE WHEN format.start = 'SPANS' THEN span_start.bytes ELSE coalesce(block_start.bytes, 0e0) END AS bytes
  FROM startup_result
  CROSS JOIN (SELECT * FROM format WHERE start IN ('FILES', 'SPANS')) AS format
  LEFT JOIN block_start
    ON block_start.image_digest = startup_result.image_digest
    AND block_start.run = startup_result.run
    AND block_start.format = format.format
  LEFT JOIN span_start
    ON span_start.image_digest = startup_result.image_digest
    AND span_start.run = startup_result.run
    AND span_start.format = format.format
  WHERE format.start = 'SPANS' OR format.coding IN (SELECT coding FROM format_fit)
)
SELECT image_digest, format, avg(requests) AS requests, avg(bytes) AS bytes, avg(unpacked_bytes) AS unpacked_bytes
FROM lazy_start
GROUP BY image_digest, format
