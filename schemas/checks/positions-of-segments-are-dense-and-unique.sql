-- The positions of a snapshot's segments are unique, and those of a disk are 0, 1, ... n - 1.
-- A chunk list (a chunk trace or an index of a backup) may have gaps: it has no segment where it has no chunks.
WITH
-- One row per snapshot.
position_total AS (
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
FROM position_total
-- A position that occurs twice.
WHERE positions <> segments
  -- A disk, no chunk list, whose positions do not begin at 0 or have a gap.
  OR format NOT IN ('{chunk-lists}') AND (first_position <> 0 OR last_position <> segments - 1)
ORDER BY vm, snapshot
-- At most 20 faults are listed; column total counts all.
LIMIT 20
