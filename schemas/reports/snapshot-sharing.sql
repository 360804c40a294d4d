-- What does each VM and each of its snapshots store alone, what is new, what does it share with whom?
-- A row a VM (snapshot null), then one a snapshot of it, in order. disk_bytes: the disk as its guest sees it; data_bytes:
-- without zeros; unique_bytes: its distinct chunks. new_bytes are chunks that no earlier snapshot of the VM contains, so that
-- those of its snapshots add up to the unique_bytes of the VM. exclusive_bytes are what no other snapshot (of a VM: no other
-- VM) contains: that much deleting it alone gives back, with deduplication; the rest of its unique_bytes is shared.
-- shared_with is the other VM that has the most bytes of its chunks, each chunk once: the first by name among equals.
-- Chunks that more than 50 VMs contain say nothing of a pair: their bytes are in common_bytes.
-- Published snapshots; zeros left out but for disk_bytes. Needs no derive; after one it is faster.
-- Cost: chunks in the same snapshots count as one; pairs come only from what both contain.
--
-- subject: snapshots
-- first: vm snapshot data_bytes new_bytes exclusive_bytes shared_with shared_with_bytes
-- chart: columns x=snapshot y=data_bytes+new_bytes panel=vm where=snapshot:!-; What each snapshot brought
WITH
-- A trace of chunks may have holes: what a snapshot contains is what its segments do.
data AS (
  SELECT vm, snapshot, sum(bytes - zero_bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
),
snapshot_key AS (
  SELECT
    snapshot.vm, snapshot.snapshot, snapshot.virtual_bytes, coalesce(data.bytes, 0) AS data_bytes,
    snapshot_number.snapshot_number,
    CAST(row_number() OVER (ORDER BY snapshot.vm, snapshot.position, snapshot.snapshot) AS INTEGER) AS snapshot_key,
    CAST(dense_rank() OVER (ORDER BY snapshot.vm) AS INTEGER) AS vm_key
  FROM snapshot
  JOIN snapshot_number ON snapshot_number.vm = snapshot.vm AND snapshot_number.snapshot = snapshot.snapshot
  LEFT JOIN data ON data.vm = snapshot.vm AND data.snapshot = snapshot.snapshot
),
contained_in AS (
  SELECT bundle, bytes, explode(snapshots) AS snapshot_number FROM bundled_chunk
),
member AS (
  SELECT /*+ REPARTITION(bundle) */ bundle, snapshot_key, vm_key, bytes
  FROM (
    SELECT /*+ BROADCAST(snapshot_key) */ contained_in.bundle, snapshot_key.snapshot_key, snapshot_key.vm_key, contained_in.bytes
    FROM contained_in
    JOIN snapshot_key ON snapshot_key.snapshot_number = contained_in.snapshot_number
  ) AS placed
),
vm_member AS (
  SELECT bundle, vm_key, min(bytes) AS bytes, min(snapshot_key) AS first_snapshot, count(*) AS snapshots
  FROM member
  GROUP BY bundle, vm_key
),
contained AS (
  SELECT bundle, count(*) AS vms, sum(snapshots) AS snapshots
  FROM vm_member
  GROUP BY bundle
),
vm_containing AS (
  SELECT vm_member.bundle, vm_member.vm_key, vm_member.bytes, vm_member.first_snapshot, contained.vms, contained.snapshots
  FROM vm_member
  JOIN contained ON contained.bundle = vm_member.bundle
  WHERE /* once */ true
),
containing AS (
  SELECT
    member.vm_key, member.snapshot_key, member.bundle, member.bytes, vm_containing.vms, vm_containing.snapshots,
    CASE WHEN vm_containing.first_snapshot = member.snapshot_key THEN 1 ELSE 0 END AS is_new
  FROM member
  JOIN vm_containing ON vm_containing.bundle = member.bundle AND vm_containing.vm_key = member.vm_key
),
-- A VM has key 0 where its snapshots have theirs.
summed AS (
  SELECT
    vm_key, snapshot_key,
    sum(bytes) AS unique_bytes,
    sum(bytes * is_new) AS new_bytes,
    sum(CASE WHEN snapshots = 1 THEN bytes ELSE 0 END) AS exclusive_bytes,
    sum(CASE WHEN vms > 50 THEN bytes ELSE 0 END) AS common_bytes
  FROM containing
  GROUP BY vm_key, snapshot_key
  UNION ALL
  SELECT
    vm_key, 0, sum(bytes), sum(bytes),
    sum(CASE WHEN vms = 1 THEN bytes ELSE 0 END),
    sum(CASE WHEN vms > 50 THEN bytes ELSE 0 END)
  FROM vm_containing
  GROUP BY vm_key
),
met AS (
  SELECT
    one.vm_key, one.snapshot_key, other.vm_key AS other_key, sum(one.bytes) AS bytes, sum(one.bytes * one.is_new) AS new_bytes
  FROM containing AS one
  JOIN vm_containing AS other ON other.bundle = one.bundle AND other.vm_key <> one.vm_key
  WHERE one.vms BETWEEN 2 AND 50 AND other.vms BETWEEN 2 AND 50
  GROUP BY one.vm_key, one.snapshot_key, other.vm_key
  HAVING /* once */ true
),
pair AS (
  SELECT vm_key, snapshot_key, other_key, bytes FROM met
  UNION ALL
  SELECT vm_key, 0, other_key, sum(new_bytes) FROM met GROUP BY vm_key, other_key
),
ranked AS (
  SELECT
    pair.*, row_number() OVER (PARTITION BY vm_key, snapshot_key ORDER BY bytes DESC, other_key) AS place
  FROM pair
),
line AS (
  SELECT
    vm_key, 0 AS snapshot_key, min(vm) AS vm, NULL AS snapshot, count(*) AS snapshots,
    sum(virtual_bytes) AS disk_bytes, sum(data_bytes) AS data_bytes
  FROM snapshot_key
  GROUP BY vm_key
  UNION ALL
  SELECT vm_key, snapshot_key, vm, snapshot, 1, virtual_bytes, data_bytes
  FROM snapshot_key
),
vm_name AS (
  SELECT DISTINCT vm_key, vm FROM snapshot_key
)
SELECT
  line.vm,
  line.snapshot,
  line.snapshots,
  line.disk_bytes,
  line.data_bytes,
  coalesce(summed.unique_bytes, 0) AS unique_bytes,
  coalesce(summed.new_bytes, 0) AS new_bytes,
  coalesce(summed.exclusive_bytes, 0) AS exclusive_bytes,
  coalesce(summed.common_bytes, 0) AS common_bytes,
  vm_name.vm AS shared_with,
  ranked.bytes AS shared_with_bytes
FROM line
LEFT JOIN summed ON summed.vm_key = line.vm_key AND summed.snapshot_key = line.snapshot_key
LEFT JOIN ranked ON ranked.vm_key = line.vm_key AND ranked.snapshot_key = line.snapshot_key AND ranked.place = 1
LEFT JOIN vm_name ON vm_name.vm_key = ranked.other_key
ORDER BY line.vm_key, line.snapshot_key
