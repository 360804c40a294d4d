-- Every snapshot has the segments, chunks and zero bytes that its row says, and the segments of a disk cover it.
WITH
-- One row per snapshot: sums over its segments.
segment_total AS (
  SELECT
    vm, snapshot, count(*) AS segments, sum(chunks) AS chunks, sum(zero_bytes) AS zero_bytes, sum(bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
)
SELECT
  coalesce(snapshot.vm, segment_total.vm) AS vm,
  coalesce(snapshot.snapshot, segment_total.snapshot) AS snapshot,
  snapshot.format,
  snapshot.virtual_bytes,
  segment_total.bytes AS segment_bytes,
  snapshot.segments,
  segment_total.segments AS segment_rows,
  snapshot.chunks,
  segment_total.chunks AS segment_chunks,
  snapshot.zero_bytes,
  segment_total.zero_bytes AS segment_zero_bytes,
  count(*) OVER () AS total
FROM snapshot
FULL OUTER JOIN segment_total ON segment_total.vm = snapshot.vm AND segment_total.snapshot = snapshot.snapshot
-- Segments of a snapshot that is not in table snapshot.
WHERE snapshot.vm IS NULL
  -- Another number of segments.
  OR snapshot.segments <> coalesce(segment_total.segments, 0)
  -- Another number of chunks over all segments.
  OR snapshot.chunks <> coalesce(segment_total.chunks, 0)
  -- Other zero bytes over all segments.
  OR snapshot.zero_bytes <> coalesce(segment_total.zero_bytes, 0)
  -- The segments are longer than the disk.
  OR coalesce(segment_total.bytes, 0) > snapshot.virtual_bytes
  -- The segments are shorter than the disk. Chunk traces, formats trace36 and destor, may be shorter, as they
  -- can have holes.
  OR snapshot.format NOT IN ('trace36', 'destor') AND coalesce(segment_total.bytes, 0) <> snapshot.virtual_bytes
ORDER BY 1, 2
-- At most 20 faults are listed; column total counts all.
LIMIT 20
