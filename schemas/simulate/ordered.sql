-- One row per published snapshot. number counts the snapshots of a VM from 0 without gaps, in their order.
-- parent_number is the snapshot that this one is compared with: its parent, or -1 if it has none. If the parent was
-- rejected, it is the snapshot before. last_child is the last snapshot that is compared with this one, or -1: this one
-- is needed until then.
WITH
numbered AS (
  SELECT
    vm,
    snapshot,
    parent,
    CAST(row_number() OVER (PARTITION BY vm ORDER BY position, snapshot) - 1 AS INT) AS number
  FROM snapshot
),
related AS (
  SELECT
    own.vm,
    own.snapshot,
    own.number,
    CASE WHEN own.parent IS NULL THEN -1 ELSE coalesce(parent.number, own.number - 1) END AS parent_number,
    parent.number IS NOT NULL AS follows_parent
  FROM numbered AS own
  LEFT JOIN numbered AS parent
    ON parent.vm = own.vm AND parent.snapshot = own.parent AND parent.number < own.number
),
last AS (
  SELECT vm, parent_number, max(number) AS last_child
  FROM related
  GROUP BY vm, parent_number
)
SELECT
  related.vm,
  related.snapshot,
  related.number,
  related.parent_number,
  related.follows_parent,
  coalesce(last.last_child, -1) AS last_child
FROM related
LEFT JOIN last ON last.vm = related.vm AND last.parent_number = related.number
