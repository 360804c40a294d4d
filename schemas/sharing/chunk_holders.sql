-- Table chunk_sharing without its row of zeros, of the chunks whose fingerprints lie in a range, with the snapshots that
-- hold each, in order. Distinct owners by one level of grouping for each kind of owner, the finest first.
SELECT
  fingerprint,
  false AS zero,
  CAST(min(bytes) AS BIGINT) AS bytes,
  CAST(sum(copies) AS BIGINT) AS copies,
  CAST(sum(segments) AS BIGINT) AS segments,
  CAST(sum(snapshots) AS BIGINT) AS snapshots,
  count(*) AS vms,
  CAST(sum(copies) * min(bytes) AS BIGINT) AS referenced_bytes,
  array_sort(flatten(array_agg(holders))) AS holders
FROM (
  SELECT
    fingerprint, vm_number, min(bytes) AS bytes, sum(copies) AS copies, sum(segments) AS segments, count(*) AS snapshots,
    array_agg(snapshot_number) AS holders
  FROM (
    SELECT fingerprint, vm_number, snapshot_number, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS segments
    FROM (
      SELECT fingerprint, vm_number, snapshot_number, segment, min(bytes) AS bytes, count(*) AS copies
      FROM chunk_reference
      WHERE fingerprint >= unhex(:least) AND fingerprint < unhex(:end)
      GROUP BY fingerprint, vm_number, snapshot_number, segment
    ) AS in_segment
    GROUP BY fingerprint, vm_number, snapshot_number
  ) AS in_snapshot
  GROUP BY fingerprint, vm_number
) AS in_vm
GROUP BY fingerprint
