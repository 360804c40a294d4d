-- A segment that is not dirty equals the segment at the same position of the parent snapshot.
-- Not dirty: the image file stores nothing of the segment, so the backing file, which is the parent, shows through.
-- Where dirty is null, it is not known, and nothing is compared.
SELECT
  segment.vm, segment.snapshot, segment.position, snapshot.parent,
  segment.bytes, before.bytes AS parent_bytes,
  lower(hex(segment.fingerprint)) AS fingerprint, lower(hex(before.fingerprint)) AS parent_fingerprint,
  count(*) OVER () AS total
FROM segment
JOIN snapshot ON snapshot.vm = segment.vm AND snapshot.snapshot = segment.snapshot
JOIN segment AS before
  ON before.vm = segment.vm AND before.snapshot = snapshot.parent AND before.position = segment.position
WHERE NOT segment.dirty
  AND (
    -- Another length.
    before.bytes <> segment.bytes
    -- Other contents; the fingerprint of a segment is null when all of it is zero.
    OR coalesce(lower(hex(before.fingerprint)), '') <> coalesce(lower(hex(segment.fingerprint)), '')
  )
ORDER BY segment.vm, segment.snapshot, segment.position
-- At most 20 faults are listed; column total counts all.
LIMIT 20
