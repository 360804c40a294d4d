-- How much would deduplication of chunks save on the disks' snapshots?
-- One row a mode, over all published snapshots with all of their references to chunks; nothing is compressed. The
-- modes after `zero` are without zeros. `dedup` keeps each distinct chunk once, global and exact, against all chunks
-- with data. `dedup of files` is the same against what the files take today, and `dedup without zero` against the
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
-- One row: what the files of all snapshots take, each file once; null if that of one is not known.
file_total AS (
  SELECT CASE WHEN count(file_bytes) = count(*) THEN coalesce(sum(file_bytes), 0) END AS bytes
  FROM (SELECT source, max(file_bytes) AS file_bytes FROM snapshot GROUP BY source) AS disk_file
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
  SELECT 2, 'allocated', NULL, disk_total.chunks, disk_total.allocated_bytes, 'disk bytes', disk_total.bytes
  FROM disk_total
  UNION ALL
  SELECT 3, 'disk files', NULL, disk_total.chunks, file_total.bytes, 'disk bytes', disk_total.bytes
  FROM disk_total CROSS JOIN file_total
  UNION ALL
  SELECT
    4, 'zero', disk_total.chunks - chunk_total.chunks, disk_total.chunks, chunk_total.zero_bytes, 'disk bytes',
    disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
  UNION ALL
  SELECT 5, 'without zero', chunk_total.chunks, disk_total.chunks, chunk_total.bytes, 'disk bytes', disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
  UNION ALL
  SELECT
    6, 'dedup', chunk_total.unique_chunks, chunk_total.chunks, chunk_total.unique_bytes, 'data bytes',
    chunk_total.bytes
  FROM chunk_total
  UNION ALL
  SELECT
    7, 'dedup of files', chunk_total.unique_chunks, disk_total.chunks, chunk_total.unique_bytes, 'file bytes',
    file_total.bytes
  FROM disk_total CROSS JOIN chunk_total CROSS JOIN file_total
  UNION ALL
  SELECT
    8, 'dedup without zero', chunk_total.unique_chunks, disk_total.chunks, chunk_total.unique_bytes, 'disk bytes',
    disk_total.bytes
  FROM disk_total CROSS JOIN chunk_total
)
SELECT
  -- mode: disks: every byte that the guests see. allocated: what of it the files of the snapshots contain, each its
  --   own part: compressed clusters as they inflate, and of a raw image its whole length. disk files: what these files
  --   take where they are stored, as `du` counts: headers, tables and clusters as they are, without holes of sparse
  --   files where the file system tells them. Each file counts once, with all of its internal snapshots. Backing files
  --   that are no snapshots themselves are left out. Null where some snapshot is an index of a backup or a chunk trace,
  --   whose chunks are stored elsewhere. zero: needs no store at all.
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
