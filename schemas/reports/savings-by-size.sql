-- Which file sizes does deduplication save most on?
-- Sizes in powers of two, low and high included; the empty file has the first row to itself (0 to 0).
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
  CAST(files AS BIGINT) AS files,
  CAST(bucketed.file_bytes AS BIGINT) AS file_bytes,
  unique_files,
  CAST(unique_bytes AS BIGINT) AS unique_bytes,
  CAST(bucketed.file_bytes - unique_bytes AS BIGINT) AS savings_bytes,
  1 - CAST(unique_bytes AS DOUBLE) / nullif(CAST(bucketed.file_bytes AS DOUBLE), 0) AS savings_ratio,
  1 - CAST(unique_files AS DOUBLE) / nullif(CAST(files AS DOUBLE), 0) AS count_savings_ratio,
  CAST(bucketed.file_bytes AS DOUBLE) / nullif(CAST(whole.file_bytes AS DOUBLE), 0)
    AS file_bytes_share_ratio,
  CAST(bucketed.file_bytes - unique_bytes AS DOUBLE) / nullif(CAST(whole.savings_bytes AS DOUBLE), 0)
    AS savings_share_ratio
FROM bucketed
CROSS JOIN whole
ORDER BY bucket
