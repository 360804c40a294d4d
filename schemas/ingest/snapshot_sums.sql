-- What this wave adds: bytes of disks, of zeros, segments, chunks; bytes of segments that hold data.
SELECT
  (SELECT CAST(coalesce(sum(virtual_bytes), 0) AS BIGINT)
   FROM found_snapshot
   ANTI JOIN found_rejection
     ON found_rejection.vm = found_snapshot.vm AND found_rejection.snapshot = found_snapshot.snapshot
  ) AS virtual_bytes,
  CAST(coalesce(sum(zero_bytes), 0) AS BIGINT) AS zero_bytes,
  count(*) AS segments,
  CAST(coalesce(sum(chunks), 0) AS BIGINT) AS chunks,
  CAST(coalesce(sum(CASE WHEN chunks > 0 THEN bytes END), 0) AS BIGINT) AS read_bytes
FROM found_segment
ANTI JOIN found_rejection
  ON found_rejection.vm = found_segment.vm AND found_rejection.snapshot = found_segment.snapshot
