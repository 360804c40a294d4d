-- Where an image file stores nothing, its backing file shows through: a segment that is not dirty equals the parent's.
SELECT
  segment.vm, segment.snapshot, segment.position, snapshot.parent, count(*) OVER () AS total
FROM segment
JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
JOIN segment AS before
  ON before.vm = segment.vm AND before.snapshot = snapshot.parent AND before.position = segment.position
WHERE NOT segment.dirty
  AND (
    before.bytes <> segment.bytes
    OR coalesce(lower(hex(before.fingerprint)), '') <> coalesce(lower(hex(segment.fingerprint)), '')
  )
ORDER BY segment.vm, segment.snapshot, segment.position
LIMIT 20
