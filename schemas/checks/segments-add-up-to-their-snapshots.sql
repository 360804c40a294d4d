-- Every snapshot has the segments, chunks and zero bytes that its row says, and the segments of a disk cover it.
WITH
sums AS (
  SELECT
    vm, snapshot, count(*) AS segments, sum(chunks) AS chunks, sum(zero_bytes) AS zero_bytes, sum(bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
)
SELECT
  coalesce(snapshot.vm, sums.vm) AS vm,
  coalesce(snapshot.snapshot, sums.snapshot) AS snapshot,
  snapshot.virtual_bytes,
  sums.bytes AS segment_bytes,
  snapshot.segments,
  sums.segments AS segment_rows,
  snapshot.chunks,
  sums.chunks AS segment_chunks,
  snapshot.zero_bytes,
  sums.zero_bytes AS segment_zero_bytes,
  count(*) OVER () AS total
FROM snapshot
FULL OUTER JOIN sums ON sums.vm = snapshot.vm AND sums.snapshot = snapshot.snapshot
-- Segments of a snapshot that is not in table snapshot.
WHERE snapshot.vm IS NULL
  -- Another number of segments.
  OR snapshot.segments <> coalesce(sums.segments, 0)
  -- Another number of chunks over all segments.
  OR snapshot.chunks <> coalesce(sums.chunks, 0)
  -- Other zero bytes over all segments.
  OR snapshot.zero_bytes <> coalesce(sums.zero_bytes, 0)
  -- The segments are longer than the disk.
  OR coalesce(sums.bytes, 0) > snapshot.virtual_bytes
  -- The segments are shorter than the disk. Chunk traces, formats trace36 and destor, may be: they can have holes.
  OR snapshot.format NOT IN ('trace36', 'destor') AND coalesce(sums.bytes, 0) <> snapshot.virtual_bytes
ORDER BY 1, 2
-- At most 20 faults are listed; column total counts all.
LIMIT 20
