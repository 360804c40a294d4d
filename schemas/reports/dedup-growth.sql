-- How does the dedup ratio grow with the number of layers?
-- Nested samples: a layer belongs to the sample of 1/64 when its digest starts below 04, to 1/32 below 08, and so on.
-- Digests are uniform, so each sample is a fair draw of whole layers and contains all smaller ones. sample_ratio is the
-- share drawn for, `layers` what it came to. Files are FILE rows of the layers read, base layers included, each layer
-- once; a hard link is no file; the empty file is one content of 0 bytes. dedup_ratio = 1 - unique_bytes / file_bytes,
-- against uncompressed bytes; fold = file_bytes / unique_bytes; the count_ columns are the same by number of files. A
-- content counts from the smallest sample on that contains a layer of it.
--
-- subject: registry
-- first: sample_ratio layers file_bytes unique_bytes dedup_ratio fold
-- chart: line x=sample_ratio y=dedup_ratio+count_dedup_ratio log=x; What deduplication saves as the sample grows
WITH
-- Samples by share of the digests: those that sort before `below`.
sample AS (
  SELECT *
  FROM (VALUES
    (1, 0.015625, '04'), (2, 0.03125, '08'), (3, 0.0625, '10'), (4, 0.125, '20'),
    (5, 0.25, '40'), (6, 0.5, '80'), (7, 1.0, 'g')
  ) AS samples (step, share, below)
),
-- One row per layer: the smallest sample that contains it. 'g' sorts after every hex digit.
layer_step AS (
  SELECT layer.layer_digest, layer.files, layer.file_bytes, min(sample.step) AS step
  FROM layer
  JOIN sample ON substr(layer.layer_digest, instr(layer.layer_digest, ':') + 1) < sample.below
  GROUP BY layer.layer_digest, layer.files, layer.file_bytes
),
-- One row per sample: the layers that no smaller sample contains.
layer_new AS (
  SELECT step, count(*) AS layers, sum(files) AS files, sum(file_bytes) AS file_bytes
  FROM layer_step
  GROUP BY step
),
-- The samples of layers by layer number.
sampled_layer AS (
  SELECT layer_number.layer_number, layer_step.step
  FROM layer_step
  JOIN layer_number ON layer_number.layer_digest = layer_step.layer_digest
),
-- One row per bundle of contents: the smallest sample that contains it.
sampled_content AS (
  SELECT /*+ BROADCAST(sampled_layer) */
    min(sampled_layer.step) AS step, min(stored_file.files) AS files, min(stored_file.bytes) AS bytes
  FROM stored_file
  JOIN sampled_layer ON sampled_layer.layer_number = stored_file.layer_number
  GROUP BY stored_file.bundle
),
-- One row per sample: the contents that no smaller sample contains.
content_new AS (
  SELECT step, sum(files) AS unique_files, sum(bytes) AS unique_bytes
  FROM sampled_content
  GROUP BY step
),
-- One row per sample: totals over it and all smaller ones.
sample_total AS (
  SELECT
    sample.step,
    sample.share,
    coalesce(sum(layer_new.layers) OVER (ORDER BY sample.step), 0) AS layers,
    coalesce(sum(layer_new.files) OVER (ORDER BY sample.step), 0) AS files,
    coalesce(sum(layer_new.file_bytes) OVER (ORDER BY sample.step), 0) AS file_bytes,
    coalesce(sum(content_new.unique_files) OVER (ORDER BY sample.step), 0) AS unique_files,
    coalesce(sum(content_new.unique_bytes) OVER (ORDER BY sample.step), 0) AS unique_bytes
  FROM sample
  LEFT JOIN layer_new ON layer_new.step = sample.step
  LEFT JOIN content_new ON content_new.step = sample.step
)
SELECT
  CAST(share AS DOUBLE) AS sample_ratio,
  layers,
  files,
  file_bytes,
  unique_files,
  unique_bytes,
  1 - unique_bytes / nullif(file_bytes, 0) AS dedup_ratio,
  file_bytes / nullif(unique_bytes, 0) AS fold,
  1 - unique_files / nullif(files, 0) AS count_dedup_ratio,
  files / nullif(unique_files, 0) AS count_fold
FROM sample_total
WHERE EXISTS (SELECT 1 FROM layer)
ORDER BY step
