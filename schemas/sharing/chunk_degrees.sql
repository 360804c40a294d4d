-- Table chunk_sharing: distinct owners by one level of grouping for each kind of owner, the finest first. Each level fits into
-- any memory, which distinct counts beside each other do not.
SELECT * FROM zero_sharing
UNION ALL
SELECT
  fingerprint,
  false AS zero,
  CAST(min(bytes) AS BIGINT) AS bytes,
  CAST(sum(copies) AS BIGINT) AS copies,
  CAST(sum(segments) AS BIGINT) AS segments,
  CAST(sum(snapshots) AS BIGINT) AS snapshots,
  count(*) AS vms,
  CAST(sum(copies) * min(bytes) AS BIGINT) AS referenced_bytes
FROM (
  SELECT
    fingerprint, vm_number, min(bytes) AS bytes, sum(copies) AS copies, sum(segments) AS segments, count(*) AS snapshots
  FROM (
    SELECT fingerprint, vm_number, snapshot_number, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS segments
    FROM (
      SELECT fingerprint, vm_number, snapshot_number, segment, min(bytes) AS bytes, count(*) AS copies
      FROM chunk_reference
      GROUP BY fingerprint, vm_number, snapshot_number, segment
    ) AS in_segment
    GROUP BY fingerprint, vm_number, snapshot_number
  ) AS in_snapshot
  GROUP BY fingerprint, vm_number
) AS in_vm
GROUP BY fingerprint
