-- The size of the data, the bytes that the folds do not receive (segments of zeros alone), and the number of segments
-- whose disk format records whether they changed.
SELECT
  (SELECT count(DISTINCT vm) FROM snapshot) AS vms,
  coalesce(sum(chunks), 0) AS chunks,
  coalesce(sum(CASE WHEN chunks = 0 THEN bytes END), 0) AS empty_bytes,
  count(dirty) AS tracked_segments
FROM segment
