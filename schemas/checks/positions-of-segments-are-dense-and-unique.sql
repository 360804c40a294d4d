-- The positions of a disk's segments are 0, 1, ... n - 1, each once; those of a chunk trace are unique, with gaps where
-- it has no chunks.
WITH
places AS (
  SELECT
    segment.vm,
    segment.snapshot,
    snapshot.format,
    count(*) AS segments,
    count(DISTINCT segment.position) AS positions,
    min(segment.position) AS first_position,
    max(segment.position) AS last_position
  FROM segment
  JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
  GROUP BY segment.vm, segment.snapshot, snapshot.format
)
SELECT vm, snapshot, segments, positions, first_position, last_position, count(*) OVER () AS total
FROM places
WHERE positions <> segments
  OR format NOT IN ('{chunk-lists}') AND (first_position <> 0 OR last_position <> segments - 1)
ORDER BY vm, snapshot
LIMIT 20
