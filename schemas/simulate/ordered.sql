-- The published snapshots of each VM, numbered without gaps in their order, each with the number of the one that it is
-- compared with: its parent. One without a parent is compared with none (-1); one whose parent was rejected with the
-- one before it. Several may have one parent, so last_child says how long a snapshot is needed.
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
