-- What does each VM and each of its snapshots hold alone, what is new, what does it share with whom?
-- A row a VM (snapshot null), then one a snapshot of it, in order. disk_bytes: the disk as its guest sees it; data_bytes:
-- without zeros; unique_bytes: its distinct chunks. new_bytes are chunks that no earlier snapshot of the VM holds, so that
-- those of its snapshots add up to the unique_bytes of the VM. exclusive_bytes are what no other snapshot (of a VM: no other
-- VM) holds: that much deleting it alone gives back, with deduplication; the rest of its unique_bytes is shared.
-- shared_with is the other VM that has the most bytes of its chunks, each chunk once: the first by name among equals.
-- Chunks that more than 50 VMs hold are everybody's: their bytes stand in common_bytes and say nothing of a pair.
-- Published snapshots; zeros left out but for disk_bytes. Needs no derive.
-- Cost: chunks in the same snapshots count as one; pairs come only from what both hold.
--
-- subject: snapshots
-- first: vm snapshot data_bytes new_bytes exclusive_bytes shared_with shared_with_bytes
-- chart: columns x=snapshot y=data_bytes+new_bytes panel=vm where=snapshot:!-; What each snapshot brought
WITH
snapshot_key AS (
  SELECT
    vm, snapshot, virtual_bytes, zero_bytes,
    CAST(row_number() OVER (ORDER BY vm, position, snapshot) AS INTEGER) AS snapshot_key,
    CAST(dense_rank() OVER (ORDER BY vm) AS INTEGER) AS vm_key
  FROM snapshot
),
chunk AS (
  SELECT
    segment_chunk.fingerprint,
    min(segment_chunk.bytes) AS bytes,
    array_sort(array_agg(DISTINCT snapshot_key.snapshot_key)) AS snapshots
  FROM segment_chunk
  JOIN snapshot_key ON snapshot_key.vm = segment_chunk.vm AND snapshot_key.snapshot = segment_chunk.snapshot
  WHERE NOT segment_chunk.zero
  GROUP BY segment_chunk.fingerprint
),
-- Chunks by the snapshots that hold them.
bundle AS (
  SELECT min(fingerprint) AS example, sum(bytes) AS bytes
  FROM chunk
  GROUP BY snapshots
),
member AS (
  SELECT DISTINCT bundle.example, bundle.bytes, snapshot_key.snapshot_key, snapshot_key.vm_key
  FROM bundle
  JOIN segment_chunk ON segment_chunk.fingerprint = bundle.example
  JOIN snapshot_key ON snapshot_key.vm = segment_chunk.vm AND snapshot_key.snapshot = segment_chunk.snapshot
  WHERE NOT segment_chunk.zero AND /* once */ true
),
vm_member AS (
  SELECT example, vm_key, min(bytes) AS bytes, min(snapshot_key) AS first_snapshot
  FROM member
  GROUP BY example, vm_key
),
held AS (
  SELECT member.example, count(*) AS snapshots, count(DISTINCT member.vm_key) AS vms
  FROM member
  GROUP BY member.example
),
-- A VM has key 0 where its snapshots have theirs.
holding AS (
  SELECT vm_member.vm_key, 0 AS snapshot_key, vm_member.example, vm_member.bytes, held.vms, held.vms AS holders, 1 AS is_new
  FROM vm_member
  JOIN held ON held.example = vm_member.example
  UNION ALL
  SELECT
    member.vm_key, member.snapshot_key, member.example, member.bytes, held.vms, held.snapshots,
    CASE WHEN vm_member.first_snapshot = member.snapshot_key THEN 1 ELSE 0 END
  FROM member
  JOIN held ON held.example = member.example
  JOIN vm_member ON vm_member.example = member.example AND vm_member.vm_key = member.vm_key
),
summed AS (
  SELECT
    vm_key, snapshot_key,
    sum(bytes) AS unique_bytes,
    sum(bytes * is_new) AS new_bytes,
    sum(CASE WHEN holders = 1 THEN bytes ELSE 0 END) AS exclusive_bytes,
    sum(CASE WHEN vms > 50 THEN bytes ELSE 0 END) AS common_bytes
  FROM holding
  GROUP BY vm_key, snapshot_key
),
pair AS (
  SELECT holding.vm_key, holding.snapshot_key, other.vm_key AS other_key, sum(holding.bytes) AS bytes
  FROM holding
  JOIN vm_member AS other ON other.example = holding.example AND other.vm_key <> holding.vm_key
  WHERE holding.vms <= 50
  GROUP BY holding.vm_key, holding.snapshot_key, other.vm_key
),
ranked AS (
  SELECT
    pair.*, row_number() OVER (PARTITION BY vm_key, snapshot_key ORDER BY bytes DESC, other_key) AS place
  FROM pair
),
line AS (
  SELECT
    vm_key, 0 AS snapshot_key, min(vm) AS vm, CAST(NULL AS STRING) AS snapshot, count(*) AS snapshots,
    sum(virtual_bytes) AS disk_bytes, sum(virtual_bytes - zero_bytes) AS data_bytes
  FROM snapshot_key
  GROUP BY vm_key
  UNION ALL
  SELECT vm_key, snapshot_key, vm, snapshot, 1, virtual_bytes, virtual_bytes - zero_bytes
  FROM snapshot_key
),
vm_name AS (
  SELECT DISTINCT vm_key, vm FROM snapshot_key
)
SELECT
  line.vm,
  line.snapshot,
  line.snapshots,
  CAST(line.disk_bytes AS BIGINT) AS disk_bytes,
  CAST(line.data_bytes AS BIGINT) AS data_bytes,
  CAST(coalesce(summed.unique_bytes, 0) AS BIGINT) AS unique_bytes,
  CAST(coalesce(summed.new_bytes, 0) AS BIGINT) AS new_bytes,
  CAST(coalesce(summed.exclusive_bytes, 0) AS BIGINT) AS exclusive_bytes,
  CAST(coalesce(summed.common_bytes, 0) AS BIGINT) AS common_bytes,
  vm_name.vm AS shared_with,
  CAST(ranked.bytes AS BIGINT) AS shared_with_bytes
FROM line
LEFT JOIN summed ON summed.vm_key = line.vm_key AND summed.snapshot_key = line.snapshot_key
LEFT JOIN ranked ON ranked.vm_key = line.vm_key AND ranked.snapshot_key = line.snapshot_key AND ranked.place = 1
LEFT JOIN vm_name ON vm_name.vm_key = ranked.other_key
ORDER BY line.vm_key, line.snapshot_key
