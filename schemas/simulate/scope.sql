-- How large is it, what stands outside of the folds (segments of zeros alone), and does any format tell of changes?
SELECT
  (SELECT count(DISTINCT vm) FROM snapshot) AS vms,
  CAST(coalesce(sum(chunks), 0) AS BIGINT) AS chunks,
  CAST(coalesce(sum(CASE WHEN chunks = 0 THEN bytes END), 0) AS BIGINT) AS empty_bytes,
  count(dirty) AS tracked_segments
FROM segment
