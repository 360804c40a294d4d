-- How much would deduplication of chunks save on the disks' snapshots?
-- One row a mode, over all published snapshots with all of their references to chunks; nothing is compressed. The
-- modes after `zero` are without zeros. `dedup` keeps each distinct chunk once, global and exact, against all chunks
-- with data. `dedup of files` is the same against what the files contain today, and `dedup without zero` against the
-- disks. Figures that derive counts are null before derive.
--
-- subject: snapshots
-- first: mode things bytes savings_ratio fold baseline
-- chart: bars x=mode y=bytes
WITH
-- One row: the disks of all snapshots as their guests see them.
disk_total AS (
  SELECT
    coalesce(sum(virtual_bytes), 0) AS bytes,
    coalesce(sum(allocated_bytes), 0) AS allocated_bytes,
    coalesce(sum(chunks), 0) AS chunks
  FROM snapshot
),
-- One row: chunks of all snapshots; null before derive.
chunk_total AS (
  SELECT
    sum(CASE WHEN zero THEN 0 ELSE copies END) AS chunks,
    sum(CASE WHEN zero THEN 0 ELSE referenced_bytes END) AS bytes,
    sum(CASE WHEN zero THEN referenced_bytes ELSE 0 END) AS zero_bytes,
    sum(CASE WHEN zero THEN 0 ELSE 1 END) AS unique_chunks,
    sum(CASE WHEN zero THEN 0 ELSE bytes END) AS unique_bytes
  FROM chunk_sharing
),
-- One row per mode.
mode_line AS (
  SELECT
    1 AS place, 'disks' AS mode, disk_total.chunks AS things, disk_total.chunks AS baseline_things,
    disk_total.bytes, 'disk bytes' AS baseline, disk_total.bytes AS baseline_bytes
  FROM disk_total
  UNION ALL
  SELECT 2, 'disk files', NULL, disk_total.chunks, disk_total.allocated_bytes, 'disk bytes', disk_total.bytes
  FROM disk_total
  UNION ALL
  SELECT
    3, 'zero', disk_total.chunks - chunk_total.chunks, disk_total.chunks, chunk_total.zero_bytes, 'disk bytes',
    disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
  UNION ALL
  SELECT 4, 'without zero', chunk_total.chunks, disk_total.chunks, chunk_total.bytes, 'disk bytes', disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
  UNION ALL
  SELECT
    5, 'dedup', chunk_total.unique_chunks, chunk_total.chunks, chunk_total.unique_bytes, 'data bytes',
    chunk_total.bytes
  FROM chunk_total
  UNION ALL
  SELECT
    6, 'dedup of files', chunk_total.unique_chunks, disk_total.chunks, chunk_total.unique_bytes, 'allocated bytes',
    disk_total.allocated_bytes
  FROM disk_total CROSS JOIN chunk_total
  UNION ALL
  SELECT
    7, 'dedup without zero', chunk_total.unique_chunks, disk_total.chunks, chunk_total.unique_bytes, 'disk bytes',
    disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
)
SELECT
  -- mode: disks: every byte that the guests see. disk files: what the files of the snapshots contain of it today, each
  --   its own part. These are allocated bytes: compressed clusters as they inflate, no headers and tables of images,
  --   and no backing file that is not a snapshot itself. Of a raw image that is its whole length, holes of the file
  --   included. What internal snapshots of a qcow2 share in their file counts once, for the last of them. zero: needs
  --   no store at all.
  mode,
  -- things: chunks, as the summary of an ingest counts them: segments of zeros alone have none.
  things,
  baseline_things,
  bytes,
  baseline,
  baseline_bytes,
  -- savings_ratio: 1 - bytes / baseline_bytes, below 0 where more would be stored; of `zero` the share of the disks
  --   that is zero.
  CASE
    WHEN mode = 'zero' THEN bytes / nullif(baseline_bytes, 0)
    ELSE 1 - bytes / nullif(baseline_bytes, 0)
  END AS savings_ratio,
  -- fold: baseline_bytes / bytes.
  CASE WHEN mode <> 'zero' THEN baseline_bytes / nullif(bytes, 0) END AS fold
FROM mode_line
ORDER BY place
