-- One row with sums over disks, from their headers and tables alone, without reading data.
SELECT
  count(DISTINCT vm) AS vms,
  count(*) AS snapshots,
  coalesce(sum(virtual_bytes), 0) AS disk_bytes,
  coalesce(sum(allocated_bytes), 0) AS allocated_bytes,
  CASE WHEN count(file_bytes) = count(*) THEN (
    SELECT coalesce(sum(bytes), 0)
    FROM (SELECT max(file_bytes) AS bytes FROM snapshot GROUP BY source) AS disk_file
  ) END AS file_bytes
FROM snapshot
