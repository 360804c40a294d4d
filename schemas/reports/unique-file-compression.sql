-- What would the unique files take if each were compressed by itself, by type of content?
-- One row per codec and type, and one for all types; types add up to all. An estimate from samples: pieces of files,
-- of at most 128 KiB, that were compressed while layers were read. The stored bytes of all unique files are known, as
-- are those of the pieces. So the estimate is the stored bytes of the files, times what the pieces took over their
-- share of stored bytes. Of files that are stored uncompressed, their length takes the place of stored bytes. A type
-- with fewer than four samples has the ratio of all types. A piece takes no more than its length. The empty file
-- counts nowhere.
--
-- subject: registry
-- first: codec content_type unique_files unique_bytes compressed_bytes compressed_low_bytes compressed_high_bytes
-- first: compressed_ratio samples
-- chart: dots x=content_type y=compressed_bytes low=compressed_low_bytes high=compressed_high_bytes series=codec; Unique files compressed with intervals of 95 %
WITH
-- One row: time of sampling, and the share of the layers that were read with it.
sampling_cost AS (
  SELECT
    sum(layer_phase.sample_cpu_nanos) / 1e9 AS cost_seconds,
    sum(CASE WHEN layer_phase.sample_cpu_nanos IS NOT NULL THEN layer.file_bytes ELSE 0 END)
      / nullif(sum(layer.file_bytes), 0) AS sampled_layers_ratio
  FROM layer
  LEFT JOIN layer_phase ON layer_phase.layer_digest = layer.layer_digest
)
SELECT
  file_compression.codec,
  file_compression.content_type,
  file_compression.unique_files,
  file_compression.unique_bytes,
  file_compression.compressed_bytes,
  -- compressed_low_bytes: from here to compressed_high_bytes is the interval of 95 %, of no width where all files were
  --   compressed.
  file_compression.compressed_low_bytes,
  file_compression.compressed_high_bytes,
  -- compressed_ratio: compressed_bytes / unique_bytes.
  file_compression.compressed_bytes / nullif(file_compression.unique_bytes, 0) AS compressed_ratio,
  -- samples: pieces that were compressed.
  file_compression.samples,
  file_compression.sample_bytes,
  file_compression.sample_compressed_bytes,
  -- sample_ratio: sample_bytes / unique_bytes.
  file_compression.sample_bytes / nullif(file_compression.unique_bytes, 0) AS sample_ratio,
  -- cost_seconds: processor time of compressing, in all ingests, by all codecs together.
  CASE WHEN file_compression.content_type = 'all' THEN sampling_cost.cost_seconds END AS cost_seconds,
  -- sampled_layers_ratio: the share of the layers' file bytes that was read with sampling. Below 1 the sample is of
  --   some of the layers only, and the interval does not allow for how others differ.
  CASE WHEN file_compression.content_type = 'all' THEN sampling_cost.sampled_layers_ratio END AS sampled_layers_ratio
FROM file_compression
CROSS JOIN sampling_cost
ORDER BY
  file_compression.codec,
  CASE WHEN file_compression.content_type = 'all' THEN 0 ELSE 1 END,
  file_compression.unique_bytes DESC,
  file_compression.content_type
