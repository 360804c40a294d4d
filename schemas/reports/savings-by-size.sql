-- Which file sizes does deduplication save most on?
-- Sizes in powers of two, low and high included; the empty file has the first row (0 to 0) to itself.
-- Files are FILE rows of the layers read, base layers included, each layer once; a hard link is no file.
-- savings_ratio = savings_bytes / file_bytes of the row, against uncompressed bytes; savings_share_ratio is the share
-- of the row in all savings, file_bytes_share_ratio its share in all file bytes. The rows add up to the dedup summary.
--
-- subject: registry
-- first: low_bytes high_bytes files savings_bytes savings_ratio savings_share_ratio
-- chart: stacked-columns x=low_bytes y=unique_bytes+savings_bytes; Bytes that stay and bytes saved by the size of files
WITH
bucketed AS (
  SELECT
    CASE WHEN bytes = 0 THEN 0 ELSE length(bin(bytes)) END AS bucket,
    count(*) AS unique_files,
    sum(copies) AS files,
    sum(bytes) AS unique_bytes,
    sum(bytes * copies) AS file_bytes
  FROM file_sharing
  GROUP BY CASE WHEN bytes = 0 THEN 0 ELSE length(bin(bytes)) END
),
whole AS (
  SELECT sum(file_bytes) AS file_bytes, sum(file_bytes - unique_bytes) AS savings_bytes
  FROM bucketed
)
SELECT
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket - 1) AS BIGINT) END AS low_bytes,
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket) AS BIGINT) - 1 END AS high_bytes,
  files,
  bucketed.file_bytes,
  unique_files,
  unique_bytes,
  bucketed.file_bytes - unique_bytes AS savings_bytes,
  1 - unique_bytes / nullif(bucketed.file_bytes, 0) AS savings_ratio,
  1 - unique_files / nullif(files, 0) AS count_savings_ratio,
  bucketed.file_bytes / nullif(whole.file_bytes, 0) AS file_bytes_share_ratio,
  (bucketed.file_bytes - unique_bytes) / nullif(whole.savings_bytes, 0) AS savings_share_ratio
FROM bucketed
CROSS JOIN whole
ORDER BY bucket
