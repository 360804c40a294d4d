-- Every chunk has 1 <= vms <= snapshots <= segments <= copies, and its referenced bytes are copies x bytes.
-- Zero data has a null fingerprint and 0 bytes, so its referenced bytes are not compared.
SELECT
  lower(hex(fingerprint)) AS fingerprint, zero, bytes, copies, segments, snapshots, vms, referenced_bytes,
  count(*) OVER () AS total
FROM chunk_sharing
-- 1 <= vms <= snapshots <= segments <= copies must hold.
WHERE vms < 1
  OR vms > snapshots
  OR snapshots > segments
  OR segments > copies
  -- Each copy of a chunk that is not zero must have the chunk's size.
  OR NOT zero AND referenced_bytes <> copies * bytes
  -- The fingerprint must be null in the row of zero data, and only there.
  OR zero <> (fingerprint IS NULL)
ORDER BY lower(hex(fingerprint)) NULLS FIRST
-- At most 20 faults are listed; column total counts all.
LIMIT 20
