-- One row per snapshot that cannot be used, with the fault in its lowest segment. Several tasks may read parts of a
-- snapshot and each find a fault; this choice does not depend on their order.
-- Reads:
--   new_fault: faults of disks, one row per task that found one.
SELECT vm, snapshot, run_id, source, digest, reason, faults.offset, message
FROM (
  SELECT
    *,
    row_number() OVER (PARTITION BY vm, snapshot ORDER BY segment, reason, new_fault.offset, message) AS place
  FROM new_fault
) AS faults
WHERE place = 1
