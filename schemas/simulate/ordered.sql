-- One row per published snapshot. number counts the snapshots of a VM from 0 without gaps, in their order.
-- parent_number is the snapshot that this one is compared with: its parent, or -1 if it has none. If the parent was
-- rejected, it is the snapshot before. last_child is the last snapshot that is compared with this one, or -1: this one
-- is needed until then.
WITH
-- One row per snapshot with its number. Rejected snapshots are not in table snapshot.
numbered_snapshot AS (
  SELECT
    vm,
    snapshot,
    parent,
    CAST(row_number() OVER (PARTITION BY vm ORDER BY position, snapshot) - 1 AS INT) AS number
  FROM snapshot
),
-- One row per snapshot with the number of the snapshot that it is compared with.
child_snapshot AS (
  SELECT
    own.vm,
    own.snapshot,
    own.number,
    CASE WHEN own.parent IS NULL THEN -1 ELSE coalesce(parent.number, own.number - 1) END AS parent_number,
    parent.number IS NOT NULL AS follows_parent
  FROM numbered_snapshot AS own
  LEFT JOIN numbered_snapshot AS parent
    ON parent.vm = own.vm AND parent.snapshot = own.parent AND parent.number < own.number
),
-- One row per snapshot that others are compared with.
last_child AS (
  SELECT vm, parent_number, max(number) AS last_child
  FROM child_snapshot
  GROUP BY vm, parent_number
)
SELECT
  child_snapshot.vm,
  child_snapshot.snapshot,
  child_snapshot.number,
  child_snapshot.parent_number,
  child_snapshot.follows_parent,
  coalesce(last_child.last_child, -1) AS last_child
FROM child_snapshot
LEFT JOIN last_child ON last_child.vm = child_snapshot.vm AND last_child.parent_number = child_snapshot.number
