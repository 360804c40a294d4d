-- The snapshots in their order, with the time of each: as known, else when it was first seen, which in rows of earlier
-- versions only its run's id tells.
SELECT
  ordered.vm,
  ordered.snapshot,
  ordered.number,
  ordered.parent_number,
  coalesce(
    unix_micros(snapshot.taken_at),
    unix_micros(snapshot.first_seen_at),
    unix_millis(to_timestamp(concat(substr(snapshot.run_id, 1, 18), '+00'), "yyyyMMdd'T'HHmmssSSSX")) * 1000
  ) AS micros,
  snapshot.taken_at IS NOT NULL AS known
FROM ordered
JOIN snapshot ON snapshot.vm = ordered.vm AND snapshot.snapshot = ordered.snapshot
ORDER BY ordered.vm, ordered.number
