-- The readings of a disk, the newest one first: VM/SNAPSHOT by its plain name or by that of a later reading. there is
-- whether it is where it was seen, gone_at since when it is not.
WITH
named AS (
  SELECT vm, coalesce(version_of, snapshot) AS disk
  FROM every_snapshot
  WHERE concat(vm, '/', snapshot) = :name OR concat(vm, '/', coalesce(version_of, snapshot)) = :name
  ORDER BY vm, snapshot
  LIMIT 1
),
seen AS (
  SELECT
    vm, snapshot,
    max(CASE WHEN gone_at IS NULL THEN 1 ELSE 0 END) AS is_there,
    max(gone_at) AS gone_at,
    min(location) AS place
  FROM every_snapshot_sighting
  GROUP BY vm, snapshot
)
SELECT
  one.vm, one.snapshot, concat(one.vm, '/', one.snapshot) AS name, one.position, one.parent, one.taken_at, one.format,
  one.virtual_bytes, one.allocated_bytes, one.zero_bytes, one.file_bytes, one.chunks, one.source, one.first_seen_at,
  one.version_of, one.backup_state,
  coalesce(seen.is_there, 1) = 1 AS there,
  CASE WHEN seen.is_there = 0 THEN seen.gone_at END AS gone_at
FROM every_snapshot AS one
JOIN named ON named.vm = one.vm AND named.disk = coalesce(one.version_of, one.snapshot)
LEFT JOIN seen ON seen.vm = one.vm AND seen.snapshot = one.snapshot
ORDER BY one.position DESC
