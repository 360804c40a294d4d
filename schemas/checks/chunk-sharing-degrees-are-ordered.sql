-- Of every chunk, VMs <= snapshots <= segments <= copies, from 1 on, and the bytes of all copies are copies times bytes.
SELECT
  lower(hex(fingerprint)) AS fingerprint, bytes, copies, segments, snapshots, vms, count(*) OVER () AS total
FROM chunk_sharing
WHERE vms < 1
  OR vms > snapshots
  OR snapshots > segments
  OR segments > copies
  OR NOT zero AND referenced_bytes <> copies * bytes
  OR zero <> (fingerprint IS NULL)
ORDER BY lower(hex(fingerprint)) NULLS FIRST
LIMIT 20
