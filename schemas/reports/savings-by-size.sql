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
-- One row per power of two; bucket is the number of binary digits of the sizes.
size_class AS (
  SELECT
    CASE WHEN bytes = 0 THEN 0 ELSE length(bin(bytes)) END AS bucket,
    count(*) AS unique_files,
    sum(copies) AS files,
    sum(bytes) AS unique_bytes,
    sum(bytes * copies) AS file_bytes
  FROM file_sharing
  GROUP BY CASE WHEN bytes = 0 THEN 0 ELSE length(bin(bytes)) END
),
-- One row: all files.
whole_total AS (
  SELECT sum(file_bytes) AS file_bytes, sum(file_bytes - unique_bytes) AS savings_bytes
  FROM size_class
)
SELECT
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket - 1) AS BIGINT) END AS low_bytes,
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket) AS BIGINT) - 1 END AS high_bytes,
  files,
  size_class.file_bytes,
  unique_files,
  unique_bytes,
  size_class.file_bytes - unique_bytes AS savings_bytes,
  1 - unique_bytes / nullif(size_class.file_bytes, 0) AS savings_ratio,
  1 - unique_files / nullif(files, 0) AS count_savings_ratio,
  size_class.file_bytes / nullif(whole_total.file_bytes, 0) AS file_bytes_share_ratio,
  (size_class.file_bytes - unique_bytes) / nullif(whole_total.savings_bytes, 0) AS savings_share_ratio
FROM size_class
CROSS JOIN whole_total
ORDER BY bucket
