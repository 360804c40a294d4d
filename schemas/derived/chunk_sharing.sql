-- How widely is every chunk shared? One row a fingerprint, and one for all zero data; see tables/chunk_sharing.sql.
-- Nothing here holds a list or a set for one fingerprint: references are shuffled by fingerprint once, with numbers for
-- names, and then counted by segment, by snapshot, by VM and in all, each a group-by over flat rows, which spills.
WITH
snapshot_key AS (
  SELECT
    vm,
    snapshot,
    CAST(row_number() OVER (ORDER BY vm, snapshot) AS INT) AS snapshot_key,
    CAST(dense_rank() OVER (ORDER BY vm) AS INT) AS vm_key
  FROM snapshot
),
in_segment AS (
  SELECT fingerprint, vm_key, snapshot_key, segment, count(*) AS copies, min(bytes) AS bytes
  FROM (
    SELECT /*+ REPARTITION(fingerprint), BROADCAST(snapshot_key) */
      segment_chunk.fingerprint,
      snapshot_key.vm_key,
      snapshot_key.snapshot_key,
      segment_chunk.segment,
      segment_chunk.bytes
    FROM segment_chunk
    JOIN snapshot_key
      ON snapshot_key.vm = segment_chunk.vm AND snapshot_key.snapshot = segment_chunk.snapshot
    WHERE NOT segment_chunk.zero
  )
  GROUP BY fingerprint, vm_key, snapshot_key, segment
),
in_snapshot AS (
  SELECT fingerprint, vm_key, snapshot_key, sum(copies) AS copies, count(*) AS segments, min(bytes) AS bytes
  FROM in_segment
  GROUP BY fingerprint, vm_key, snapshot_key
),
in_vm AS (
  SELECT
    fingerprint, vm_key, sum(copies) AS copies, sum(segments) AS segments, count(*) AS snapshots, min(bytes) AS bytes
  FROM in_snapshot
  GROUP BY fingerprint, vm_key
),
content AS (
  SELECT
    fingerprint,
    sum(copies) AS copies,
    sum(segments) AS segments,
    sum(snapshots) AS snapshots,
    count(*) AS vms,
    min(bytes) AS bytes
  FROM in_vm
  GROUP BY fingerprint
),
zero_segment AS (
  SELECT segment.vm, segment.snapshot, segment.position, segment.zero_bytes
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  WHERE segment.zero_bytes > 0
),
zero_chunk AS (
  SELECT count(*) AS chunks
  FROM segment_chunk
  JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
  WHERE segment_chunk.zero
),
empty_segment AS (
  SELECT count(*) AS segments
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  WHERE segment.chunks = 0
)
SELECT
  fingerprint,
  false AS zero,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(copies AS BIGINT) AS copies,
  CAST(segments AS BIGINT) AS segments,
  CAST(snapshots AS BIGINT) AS snapshots,
  CAST(vms AS BIGINT) AS vms,
  CAST(copies * bytes AS BIGINT) AS referenced_bytes
FROM content
UNION ALL
SELECT
  CAST(NULL AS BINARY),
  true,
  CAST(0 AS BIGINT),
  CAST(max(zero_chunk.chunks) + max(empty_segment.segments) AS BIGINT),
  CAST(count(*) AS BIGINT),
  CAST(count(DISTINCT zero_segment.vm, zero_segment.snapshot) AS BIGINT),
  CAST(count(DISTINCT zero_segment.vm) AS BIGINT),
  CAST(sum(zero_segment.zero_bytes) AS BIGINT)
FROM zero_segment
CROSS JOIN zero_chunk
CROSS JOIN empty_segment
HAVING count(*) > 0
