-- The snapshots in their order, with the times that are known of each.
SELECT
  ordered.vm,
  ordered.snapshot,
  ordered.number,
  ordered.parent_number,
  snapshot.taken_at,
  snapshot.first_seen_at,
  snapshot.run_id
FROM ordered
JOIN snapshot ON snapshot.vm = ordered.vm AND snapshot.snapshot = ordered.snapshot
ORDER BY ordered.vm, ordered.number
