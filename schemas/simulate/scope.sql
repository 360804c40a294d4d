-- One row with the size of the backup data. empty_bytes is in segments of zeros alone, which simulations do not read.
-- tracked_segments counts the segments of which the disk format records whether they changed.
SELECT
  (SELECT count(DISTINCT vm) FROM snapshot) AS vms,
  coalesce(sum(chunks), 0) AS chunks,
  coalesce(sum(CASE WHEN chunks = 0 THEN bytes END), 0) AS empty_bytes,
  count(dirty) AS tracked_segments
FROM segment
