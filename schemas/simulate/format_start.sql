-- One row per image and lazy format (start FILES or SPANS): requests and bytes of a start, as means over the image's
-- starts. Formats of start FILES fetch their index and the blocks of needed files; formats of start SPANS are described
-- below.
WITH
needed AS (
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
block AS (
  SELECT
    needed.image_digest,
    needed.run,
    format.format,
    sum(ceil(needed.needed_bytes / format.block_bytes)) AS requests,
    sum(
      least(1e0, ceil(needed.needed_bytes / format.block_bytes) * format.block_bytes / needed.bytes)
        * greatest(0e0, fit.stored_factor * needed.stored_bytes + fit.content_factor * needed.bytes + fit.count_bytes)
    ) AS bytes
  FROM needed
  CROSS JOIN (SELECT * FROM format WHERE start = 'FILES') AS format
  JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = ''
  GROUP BY needed.image_digest, needed.run, format.format
),
-- Spans that a start fetches of a layer: those in which a needed file begins, each once. A file of which more than one
-- span is needed adds further ones. A layer without an index is fetched whole (CTE spanned).
span AS (
  SELECT
    needed.image_digest,
    needed.run,
    needed.layer_digest,
    format.format,
    format.block_bytes,
    count(DISTINCT floor(needed.archive_offset / format.block_bytes))
      + sum(ceil(needed.needed_bytes / format.block_bytes) - 1) AS spans
  FROM needed
  CROSS JOIN (SELECT * FROM format WHERE start = 'SPANS') AS format
  GROUP BY needed.image_digest, needed.run, needed.layer_digest, format.format, format.block_bytes
),
spanned AS (
  SELECT
    startup_result.image_digest,
    startup_result.run,
    format.format,
    sum(1 + CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN 0 ELSE coalesce(span.spans, 0) END) AS requests,
    sum(CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN format_listed.archive_bytes ELSE 0 END) AS unpacked_bytes,
    sum(
      CASE WHEN coalesce(format_index.index_bytes, 0) = 0 THEN format_listed.compressed_bytes
        ELSE least(1e0, coalesce(span.spans, 0) * format.block_bytes / greatest(format_listed.archive_bytes, 1))
          * format_listed.compressed_bytes END
    ) AS bytes
  FROM startup_result
  JOIN format_listed ON format_listed.image_digest = startup_result.image_digest
  CROSS JOIN (SELECT * FROM format WHERE start = 'SPANS') AS format
  LEFT JOIN format_index
    ON format_index.layer_digest = format_listed.layer_digest AND format_index.format = format.format
  LEFT JOIN span
    ON span.image_digest = startup_result.image_digest
    AND span.run = startup_result.run
    AND span.layer_digest = format_listed.layer_digest
    AND span.format = format.format
  GROUP BY startup_result.image_digest, startup_result.run, format.format
),
started AS (
  SELECT
    startup_result.image_digest,
    startup_result.run,
    format.format,
    CASE
      WHEN format.start = 'SPANS' THEN spanned.requests
      WHEN format.update = 'IMAGE_INDEX' THEN 1 + coalesce(block.requests, 0)
      ELSE startup_result.layers + coalesce(block.requests, 0)
    END AS requests,
    coalesce(spanned.unpacked_bytes, 0) AS unpacked_bytes,
    CASE WHEN format.start = 'SPANS' THEN spanned.bytes ELSE coalesce(block.bytes, 0e0) END AS bytes
  FROM startup_result
  CROSS JOIN (SELECT * FROM format WHERE start IN ('FILES', 'SPANS')) AS format
  LEFT JOIN block
    ON block.image_digest = startup_result.image_digest
    AND block.run = startup_result.run
    AND block.format = format.format
  LEFT JOIN spanned
    ON spanned.image_digest = startup_result.image_digest
    AND spanned.run = startup_result.run
    AND spanned.format = format.format
  WHERE format.start = 'SPANS' OR format.coding IN (SELECT coding FROM format_fit)
)
SELECT image_digest, format, avg(requests) AS requests, avg(bytes) AS bytes, avg(unpacked_bytes) AS unpacked_bytes
FROM started
GROUP BY image_digest, format
