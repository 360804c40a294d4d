-- One row with sums over disks, from their headers and tables alone, without reading data.
SELECT
  count(DISTINCT vm) AS vms,
  count(*) AS snapshots,
  coalesce(sum(virtual_bytes), 0) AS disk_bytes,
  coalesce(sum(allocated_bytes), 0) AS allocated_bytes
FROM snapshot
