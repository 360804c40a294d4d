-- One row per published snapshot, sorted by VM and number, with what policies decide by. A Proxmox backup (fidx, didx)
-- is named group/archive, and its server prunes a group as a whole. So backup_group is the VM's name without the
-- archive; for other formats it is the VM.
-- Reads:
--   ordered: snapshots, numbered by VM (ordered.sql).
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
