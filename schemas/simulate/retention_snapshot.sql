-- The snapshots in their order, with the times that are known of each. Backups in a datastore belong to a group, which
-- its server prunes as a whole: their VM without its last part, the archive.
SELECT
  ordered.vm,
  ordered.snapshot,
  ordered.number,
  ordered.parent_number,
  snapshot.taken_at,
  snapshot.first_seen_at,
  snapshot.run_id,
  CASE
    WHEN snapshot.format IN ('fidx', 'didx') THEN regexp_replace(ordered.vm, '/[^/]*$', '')
    ELSE ordered.vm
  END AS backup_group,
  snapshot.backup_state
FROM ordered
JOIN snapshot ON snapshot.vm = ordered.vm AND snapshot.snapshot = ordered.snapshot
ORDER BY ordered.vm, ordered.number
