-- How much would deduplication of chunks save on the disks' snapshots?
-- All published snapshots, with every reference of theirs; nothing is compressed. The lines after `zero` are without
-- zeros. `dedup` keeps each distinct chunk once, global and exact, against all chunks with data. `dedup of files` is
-- the same against what the files contain today, and `dedup without zero` against the disks. What only derive counts is
-- null before.
--
-- subject: snapshots
-- first: mode things bytes savings_ratio fold baseline
-- chart: bars x=mode y=bytes
WITH
disk AS (
  SELECT
    coalesce(sum(virtual_bytes), 0) AS bytes,
    coalesce(sum(allocated_bytes), 0) AS allocated_bytes,
    coalesce(sum(chunks), 0) AS chunks
  FROM snapshot
),
data AS (
  SELECT
    sum(CASE WHEN zero THEN 0 ELSE copies END) AS chunks,
    sum(CASE WHEN zero THEN 0 ELSE referenced_bytes END) AS bytes,
    sum(CASE WHEN zero THEN referenced_bytes ELSE 0 END) AS zero_bytes,
    sum(CASE WHEN zero THEN 0 ELSE 1 END) AS unique_chunks,
    sum(CASE WHEN zero THEN 0 ELSE bytes END) AS unique_bytes
  FROM chunk_sharing
),
line AS (
  SELECT
    1 AS place, 'disks' AS mode, disk.chunks AS things, disk.chunks AS baseline_things,
    disk.bytes, 'disk bytes' AS baseline, disk.bytes AS baseline_bytes
  FROM disk
  UNION ALL
  SELECT 2, 'disk files', NULL, disk.chunks, disk.allocated_bytes, 'disk bytes', disk.bytes FROM disk
  UNION ALL
  SELECT 3, 'zero', disk.chunks - data.chunks, disk.chunks, data.zero_bytes, 'disk bytes', disk.bytes
  FROM disk CROSS JOIN data
  UNION ALL
  SELECT 4, 'without zero', data.chunks, disk.chunks, data.bytes, 'disk bytes', disk.bytes FROM disk CROSS JOIN data
  UNION ALL
  SELECT 5, 'dedup', data.unique_chunks, data.chunks, data.unique_bytes, 'data bytes', data.bytes FROM data
  UNION ALL
  SELECT 6, 'dedup of files', data.unique_chunks, disk.chunks, data.unique_bytes, 'allocated bytes', disk.allocated_bytes
  FROM disk CROSS JOIN data
  UNION ALL
  SELECT 7, 'dedup without zero', data.unique_chunks, disk.chunks, data.unique_bytes, 'disk bytes', disk.bytes
  FROM disk CROSS JOIN data
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
FROM line
ORDER BY place
