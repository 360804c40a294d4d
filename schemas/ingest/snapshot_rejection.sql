-- The first fault of each snapshot that cannot be used, however many tasks read it: that of its lowest segment.
SELECT vm, snapshot, run_id, source, digest, reason, faults.offset, message
FROM (
  SELECT
    *,
    row_number() OVER (PARTITION BY vm, snapshot ORDER BY segment, reason, new_fault.offset, message) AS place
  FROM new_fault
) AS faults
WHERE place = 1
