-- The definition of table content_dedup, one SELECT for both engines: one row per set of layers and chunker. The sets
-- are the rows of CTE set_layer. To add a kind of set, add a SELECT there.
WITH
-- One row per image and layer that it lists and that was read; times is how often it lists the layer.
listing AS (
  SELECT image_layer.image_digest, image_layer.layer_digest, count(*) AS times
  FROM image_layer
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest, image_layer.layer_digest
),
-- The 50 images with the most bytes of files.
largest_image AS (
  SELECT image_digest
  FROM (
    SELECT
      listing.image_digest,
      row_number() OVER (ORDER BY sum(listing.times * layer.file_bytes) DESC, listing.image_digest) AS place
    FROM listing
    JOIN layer ON layer.layer_digest = listing.layer_digest
    GROUP BY listing.image_digest
  ) AS sized
  WHERE place <= 50
),
-- One row per set (scope, subject) and layer in it; times is how often the set contains the layer.
set_layer AS (
  SELECT 'layers' AS scope, 'all' AS subject, layer_digest, 1 AS times
  FROM layer
  UNION ALL
  SELECT 'images', 'all', layer_digest, sum(times)
  FROM listing
  GROUP BY layer_digest
  UNION ALL
  SELECT 'category', image_category.category, listing.layer_digest, sum(listing.times)
  FROM listing
  JOIN image_category ON image_category.image_digest = listing.image_digest
  GROUP BY image_category.category, listing.layer_digest
  UNION ALL
  SELECT 'image', listing.image_digest, listing.layer_digest, listing.times
  FROM listing
  JOIN largest_image ON largest_image.image_digest = listing.image_digest
),
-- One row per set: sums over its layers, each as often as the set contains it.
layer_total AS (
  SELECT
    set_layer.scope,
    set_layer.subject,
    sum(set_layer.times) AS layers,
    sum(set_layer.times * layer.compressed_bytes) AS compressed_bytes,
    sum(set_layer.times * layer.archive_bytes) AS archive_bytes,
    sum(set_layer.times * layer.file_bytes) AS file_bytes
  FROM set_layer
  JOIN layer ON layer.layer_digest = set_layer.layer_digest
  GROUP BY set_layer.scope, set_layer.subject
),
-- One row per set and distinct content of its files, with the number of its copies. Empty files are left out.
set_content AS (
  SELECT
    set_layer.scope,
    set_layer.subject,
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    sum(set_layer.times) AS copies
  FROM set_layer
  JOIN layer_recipe ON layer_recipe.layer_digest = set_layer.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
  GROUP BY set_layer.scope, set_layer.subject, layer_recipe.fingerprint
),
-- One row per chunker and distinct content: the number of chunks that the chunker cut it into. Chunker file takes
-- each content as one chunk.
content_cut AS (
  SELECT 'file' AS chunker, fingerprint, 1 AS chunks
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY fingerprint
  UNION ALL
  SELECT chunker, fingerprint, sum(chunks) AS chunks
  FROM file_recipe
  GROUP BY chunker, fingerprint
),
-- One row per set and chunker: sums over the contents of the set that the chunker cut.
file_total AS (
  SELECT
    set_content.scope,
    set_content.subject,
    content_cut.chunker,
    sum(set_content.bytes * set_content.copies) AS bytes,
    sum(set_content.copies) AS files,
    count(*) AS unique_files,
    sum(set_content.bytes) AS unique_file_bytes,
    sum(content_cut.chunks * set_content.copies) AS chunks,
    sum(content_cut.chunks) AS listed_chunks
  FROM set_content
  JOIN content_cut ON content_cut.fingerprint = set_content.fingerprint
  GROUP BY set_content.scope, set_content.subject, content_cut.chunker
),
-- One row per set, chunker and distinct chunk of it. For chunker file, a chunk is a whole content.
set_chunk AS (
  SELECT scope, subject, 'file' AS chunker, fingerprint, bytes
  FROM set_content
  UNION ALL
  SELECT set_content.scope, set_content.subject, file_chunk.chunker, file_chunk.fingerprint, min(file_chunk.bytes)
  FROM set_content
  JOIN file_chunk ON file_chunk.file_fingerprint = set_content.fingerprint
  GROUP BY set_content.scope, set_content.subject, file_chunk.chunker, file_chunk.fingerprint
),
-- The codec with the most samples, of equals the first by name. Only its samples are used.
main_codec AS (
  SELECT codec
  FROM (
    SELECT codec, row_number() OVER (ORDER BY count(*) DESC, codec) AS place
    FROM content_sample
    GROUP BY codec
  ) AS counted
  WHERE place = 1
),
-- One row per sample: a piece of a chunk or content that was compressed by itself. longest is the length of the
-- longest piece of the same content.
sampled_piece AS (
  SELECT
    content_sample.chunker,
    content_sample.codec,
    content_sample.fingerprint,
    content_sample.bytes,
    coalesce(content_sample.offset, 0) AS start_bytes,
    coalesce(content_sample.measured_bytes, content_sample.bytes) AS measured_bytes,
    content_sample.compressed_bytes,
    content_sample.inclusion,
    max(coalesce(content_sample.measured_bytes, content_sample.bytes))
      OVER (PARTITION BY content_sample.chunker, content_sample.fingerprint) AS longest
  FROM content_sample
  JOIN main_codec ON main_codec.codec = content_sample.codec
),
-- One row per distinct piece. A sample is weighted by 1 / inclusion, its probability to be drawn. Earlier versions
-- drew all samples with the same probability and did not record it: their weight is 1. If a file was compressed
-- whole, its pieces are ignored. x and y are the weighted bytes before and after compression.
weighted_sample AS (
  SELECT
    chunker,
    fingerprint,
    min(codec) AS codec,
    measured_bytes,
    least(measured_bytes, min(compressed_bytes)) AS compressed_bytes,
    max(inclusion) AS inclusion,
    measured_bytes / coalesce(max(inclusion), 1E0) AS x,
    least(measured_bytes, min(compressed_bytes)) / coalesce(max(inclusion), 1E0) AS y,
    1 - coalesce(max(inclusion), 0E0) AS drawn
  FROM sampled_piece
  WHERE measured_bytes = bytes OR longest < bytes
  GROUP BY chunker, fingerprint, start_bytes, measured_bytes
),
-- One row per chunker and content or chunk with samples. xx, xy and yy sum the products of x and y, from which the
-- deviation is computed.
content_sample_total AS (
  SELECT
    chunker,
    fingerprint,
    min(codec) AS codec,
    count(*) AS samples,
    count(inclusion) AS dated_samples,
    sum(measured_bytes) AS bytes,
    sum(compressed_bytes) AS compressed_bytes,
    sum(x) AS x,
    sum(y) AS y,
    sum(drawn * x * x) AS xx,
    sum(drawn * x * y) AS xy,
    sum(drawn * y * y) AS yy
  FROM weighted_sample
  GROUP BY chunker, fingerprint
),
-- One row per set and chunker: its distinct chunks, and sums over their samples.
chunk_total AS (
  SELECT
    set_chunk.scope,
    set_chunk.subject,
    set_chunk.chunker,
    count(*) AS unique_chunks,
    sum(set_chunk.bytes) AS unique_bytes,
    min(content_sample_total.codec) AS codec,
    coalesce(sum(content_sample_total.samples), 0) AS samples,
    coalesce(sum(content_sample_total.dated_samples), 0) AS dated_samples,
    coalesce(sum(content_sample_total.bytes), 0) AS sample_bytes,
    coalesce(sum(content_sample_total.compressed_bytes), 0) AS sample_compressed_bytes,
    sum(content_sample_total.x) AS x,
    sum(content_sample_total.y) AS y,
    sum(content_sample_total.xx) AS xx,
    sum(content_sample_total.xy) AS xy,
    sum(content_sample_total.yy) AS yy
  FROM set_chunk
  LEFT JOIN content_sample_total
    ON content_sample_total.chunker = set_chunk.chunker
    AND content_sample_total.fingerprint = set_chunk.fingerprint
  GROUP BY set_chunk.scope, set_chunk.subject, set_chunk.chunker
),
-- One row per set and chunker. ratio is compressed bytes over bytes, estimated from the samples.
estimate AS (
  SELECT
    chunk_total.*,
    y / nullif(x, 0) AS ratio,
    CASE WHEN dated_samples < samples THEN 1 - samples / unique_chunks ELSE 1E0 END AS undrawn
  FROM chunk_total
)
SELECT
  estimate.scope,
  estimate.subject,
  estimate.chunker,
  layer_total.layers,
  layer_total.compressed_bytes,
  layer_total.archive_bytes,
  layer_total.file_bytes,
  file_total.bytes,
  file_total.files,
  file_total.unique_files,
  file_total.unique_file_bytes,
  file_total.chunks,
  file_total.listed_chunks,
  estimate.unique_chunks,
  estimate.unique_bytes,
  estimate.codec,
  estimate.samples,
  estimate.sample_bytes,
  estimate.sample_compressed_bytes,
  round(estimate.ratio, 12) AS compressed_ratio,
  CASE WHEN estimate.samples > 1 THEN
    round(
      sqrt(
        greatest(estimate.yy - 2 * estimate.ratio * estimate.xy + estimate.ratio * estimate.ratio * estimate.xx, 0)
          * estimate.samples / (estimate.samples - 1) * estimate.undrawn
      ) / estimate.x,
      12
    )
  END AS compressed_ratio_deviation
FROM estimate
JOIN layer_total ON layer_total.scope = estimate.scope AND layer_total.subject = estimate.subject
JOIN file_total
  ON file_total.scope = estimate.scope
  AND file_total.subject = estimate.subject
  AND file_total.chunker = estimate.chunker
