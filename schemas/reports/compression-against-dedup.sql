-- What does compression save of these images, what deduplication of files and of chunks, and what do both together?
-- Of a warehouse whose layers were ingested with --chunks, from table content_dedup. A row each chunker; for `file`,
-- files are whole. Zero chunks are chunks like others; hard links have no bytes. Rows of source published are those
-- that were printed.
--
-- subject: registry
-- first: source scope subject chunker compression_fold file_dedup_fold dedup_fold both_fold both_low_fold
-- first: both_high_fold
WITH
-- half is half the width of the 99 % interval of ratio.
counted AS (
  SELECT
    content_dedup.*,
    compressed_ratio AS ratio,
    2.575829E0 * compressed_ratio_deviation AS half
  FROM content_dedup
),
-- One row per set of layers and chunker, and the printed figures (place 1).
line AS (
  SELECT
    0 AS place,
    'counted' AS source,
    scope,
    subject,
    chunker,
    layers,
    file_bytes,
    bytes / nullif(file_bytes, 0) AS covered_ratio,
    archive_bytes / nullif(compressed_bytes, 0) AS compression_fold,
    bytes / nullif(unique_file_bytes, 0) AS file_dedup_fold,
    bytes / nullif(unique_bytes, 0) AS dedup_fold,
    codec,
    samples,
    sample_bytes,
    ratio AS compressed_ratio,
    bytes / nullif(unique_bytes * ratio, 0) AS both_fold,
    CASE WHEN half IS NOT NULL THEN
      bytes / nullif(unique_bytes * least(ratio + half, 1), 0)
    END AS both_low_fold,
    CASE WHEN ratio > half THEN
      bytes / nullif(unique_bytes * (ratio - half), 0)
    END AS both_high_fold
  FROM counted
  UNION ALL
  SELECT
    1, 'published', scope, subject, chunker, NULL, NULL, NULL,
    CASE WHEN figure = 'compression fold' THEN value END,
    NULL,
    CASE WHEN figure = 'dedup fold' THEN value END,
    codec, NULL, NULL, NULL, NULL, NULL, NULL
  FROM published_dedup
  WHERE report = 'compression-against-dedup'
    AND EXISTS (SELECT 1 FROM content_dedup WHERE chunker = 'fixed-4k')
)
SELECT
  source,
  -- scope: layers has every layer once. images has every image by itself put together, so that a layer counts as often
  --   as images list it. category is the same for the images of one category (simulate startup --categories, then
  --   derive). image has the 50 images with the most bytes of files.
  scope,
  subject,
  chunker,
  layers,
  file_bytes,
  -- covered_ratio: bytes of files that have chunks by this chunker over file_bytes. Below 1 some layers were ingested
  --   without it, and all folds but compression_fold are of the covered bytes alone.
  covered_ratio,
  -- compression_fold: archive bytes over the layers' blobs as they are stored.
  compression_fold,
  -- file_dedup_fold: bytes over those of distinct files.
  file_dedup_fold,
  -- dedup_fold: bytes over those of distinct chunks.
  dedup_fold,
  codec,
  -- samples: chunks that were compressed (settings ingest.sample-), to compressed_ratio of their bytes.
  samples,
  sample_bytes,
  compressed_ratio,
  -- both_fold: an ESTIMATE of compression after deduplication, each distinct chunk by itself with `codec`.
  both_fold,
  -- both_low_fold: from both_low_fold to both_high_fold is the 99 % interval, by the normal approximation for a ratio.
  --   It is too narrow where few samples or few large files decide.
  both_low_fold,
  both_high_fold
FROM line
ORDER BY
  place,
  CASE scope WHEN 'layers' THEN 0 WHEN 'images' THEN 1 WHEN 'image' THEN 3 ELSE 2 END,
  CASE WHEN scope = 'image' THEN file_bytes END DESC NULLS LAST,
  subject NULLS FIRST,
  CASE WHEN chunker = 'file' THEN 0 ELSE 1 END,
  chunker NULLS FIRST
