-- What did each ingest of disks bring, and does deduplication of chunks get better or worse?
-- One row an ingest, the first one first; with --since RUN those after it. Columns new_ are of VMs, snapshots and
-- chunks that no earlier run had seen; the others are totals up to the run. Those of the last row are those of
-- chunk-dedup-summary (without zero, dedup), and the new_ columns of all rows add up to them. Needs no derive; after
-- one it is faster.
--
-- subject: snapshots
-- first: started_at new_snapshots new_data_bytes new_unique_bytes new_dedup_ratio dedup_ratio run_id
-- since
-- chart: columns x=started_at y=new_data_bytes+new_unique_bytes; What each ingest brought
WITH
-- Runs of ingest snapshots.
ingest AS (
  SELECT run_id, started_at FROM run WHERE verb = 'ingest snapshots'
),
-- One row per snapshot. A trace of chunks may have holes: what a snapshot contains is what its segments do.
snapshot_data AS (
  SELECT vm, snapshot, sum(bytes - zero_bytes) AS data_bytes
  FROM segment
  GROUP BY vm, snapshot
),
-- One row per snapshot with the time at which it was seen first, which is that of a run; 1970 if it is not known.
snapshot_seen AS (
  SELECT
    snapshot_number.snapshot_number, snapshot.vm, snapshot.virtual_bytes,
    coalesce(snapshot_data.data_bytes, 0) AS data_bytes,
    coalesce(snapshot.first_seen_at, ingest.started_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at
  FROM snapshot
  JOIN snapshot_number ON snapshot_number.vm = snapshot.vm AND snapshot_number.snapshot = snapshot.snapshot
  LEFT JOIN snapshot_data ON snapshot_data.vm = snapshot.vm AND snapshot_data.snapshot = snapshot.snapshot
  LEFT JOIN ingest ON ingest.run_id = snapshot.run_id
),
-- One row per time: the snapshots that were seen first then.
snapshot_new AS (
  SELECT
    seen_at, count(*) AS snapshots, sum(virtual_bytes) AS disk_bytes, sum(data_bytes) AS data_bytes
  FROM snapshot_seen
  GROUP BY seen_at
),
-- One row per time: the VMs of which a snapshot was seen first then.
vm_new AS (
  SELECT seen_at, count(*) AS vms
  FROM (SELECT vm, min(seen_at) AS seen_at FROM snapshot_seen GROUP BY vm) AS first_snapshot
  GROUP BY seen_at
),
-- One row per time and bundle of chunks in snapshots that were seen first then.
brought_chunk AS (
  SELECT /*+ BROADCAST(snapshot_seen) */ snapshot_seen.seen_at, stored_chunk.bundle, min(stored_chunk.bytes) AS bytes
  FROM stored_chunk
  JOIN snapshot_seen ON snapshot_seen.snapshot_number = stored_chunk.snapshot_number
  GROUP BY snapshot_seen.seen_at, stored_chunk.bundle
),
-- The same rows, with the first time of the bundle.
dated_chunk AS (
  SELECT brought_chunk.*, min(seen_at) OVER (PARTITION BY bundle) AS first_at
  FROM brought_chunk
),
-- One row per time: distinct chunks of its snapshots, and those of them that no earlier snapshot contains.
chunk_new AS (
  SELECT
    seen_at,
    sum(bytes) AS alone_bytes,
    sum(CASE WHEN seen_at = first_at THEN bytes ELSE 0 END) AS unique_bytes
  FROM dated_chunk
  GROUP BY seen_at
),
-- The times of all rows of the report.
moment AS (
  SELECT seen_at FROM snapshot_new
  UNION
  SELECT started_at FROM ingest
),
-- One row per time.
ingest_line AS (
  SELECT
    moment.seen_at,
    ingest.run_id,
    coalesce(vm_new.vms, 0) AS vms,
    coalesce(snapshot_new.snapshots, 0) AS snapshots,
    coalesce(snapshot_new.disk_bytes, 0) AS disk_bytes,
    coalesce(snapshot_new.data_bytes, 0) AS data_bytes,
    coalesce(chunk_new.alone_bytes, 0) AS alone_bytes,
    coalesce(chunk_new.unique_bytes, 0) AS unique_bytes
  FROM moment
  LEFT JOIN ingest ON ingest.started_at = moment.seen_at
  LEFT JOIN vm_new ON vm_new.seen_at = moment.seen_at
  LEFT JOIN snapshot_new ON snapshot_new.seen_at = moment.seen_at
  LEFT JOIN chunk_new ON chunk_new.seen_at = moment.seen_at
),
-- The same rows, with totals up to each time.
ingest_total AS (
  SELECT
    ingest_line.*,
    sum(disk_bytes) OVER (ORDER BY seen_at) AS all_disk_bytes,
    sum(data_bytes) OVER (ORDER BY seen_at) AS all_data_bytes,
    sum(unique_bytes) OVER (ORDER BY seen_at) AS all_unique_bytes
  FROM ingest_line
)
SELECT
  run_id,
  -- started_at: in UTC.
  CASE WHEN seen_at > TIMESTAMP '1970-01-01 00:00:00' THEN substr(CAST(seen_at AS STRING), 1, 19) END AS started_at,
  vms AS new_vms,
  snapshots AS new_snapshots,
  -- new_disk_bytes: the disks of the new snapshots as their guests see them.
  disk_bytes AS new_disk_bytes,
  -- new_data_bytes: the chunks of the new snapshots, zeros left out.
  data_bytes AS new_data_bytes,
  -- new_unique_bytes: the chunks of the new snapshots that no earlier snapshot contains, each once.
  unique_bytes AS new_unique_bytes,
  -- new_dedup_ratio: 1 - new_unique_bytes / new_data_bytes: what of the run's chunks deduplication saves, in a store
  --   that contains all before it. Above the dedup_ratio of the row before, deduplication gets better; below, worse.
  1 - unique_bytes / nullif(data_bytes, 0) AS new_dedup_ratio,
  -- alone_dedup_ratio: the same in an empty store: over the run's snapshots alone.
  1 - alone_bytes / nullif(data_bytes, 0) AS alone_dedup_ratio,
  all_disk_bytes AS disk_bytes,
  all_data_bytes AS data_bytes,
  all_unique_bytes AS unique_bytes,
  1 - all_unique_bytes / nullif(all_data_bytes, 0) AS dedup_ratio
FROM ingest_total
WHERE seen_at > coalesce(CAST(/* since */ NULL AS TIMESTAMP), TIMESTAMP '1969-01-01 00:00:00')
ORDER BY seen_at
