-- Sums over the headers and tables of the disks.
SELECT
  count(DISTINCT vm) AS vms,
  count(*) AS snapshots,
  CAST(coalesce(sum(virtual_bytes), 0) AS BIGINT) AS disk_bytes,
  CAST(coalesce(sum(allocated_bytes), 0) AS BIGINT) AS allocated_bytes
FROM snapshot
