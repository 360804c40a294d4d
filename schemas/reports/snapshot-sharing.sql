-- What does each VM and each of its snapshots store alone, what is new, what does it share with whom?
-- One row per VM (snapshot null), then one per snapshot of it, in order. Zeros are left out of all columns but
-- disk_bytes. Chunks that more than 50 VMs contain say nothing of a pair of VMs: their bytes are in common_bytes.
-- Needs no derive; after one it is faster. Cost: chunks in the same snapshots count as one; pairs come only from what
-- both contain.
--
-- subject: snapshots
-- first: vm snapshot data_bytes new_bytes exclusive_bytes shared_with shared_with_bytes
-- chart: columns x=snapshot y=data_bytes+new_bytes panel=vm where=snapshot:!-; What each snapshot brought
WITH
-- One row per snapshot. A trace of chunks may have holes: what a snapshot contains is what its segments do.
snapshot_data AS (
  SELECT vm, snapshot, sum(bytes - zero_bytes) AS bytes
  FROM segment
  GROUP BY vm, snapshot
),
-- One row per snapshot, numbered in the order of the report; VMs are numbered too.
snapshot_key AS (
  SELECT
    snapshot.vm, snapshot.snapshot, snapshot.virtual_bytes, coalesce(snapshot_data.bytes, 0) AS data_bytes,
    snapshot_number.snapshot_number,
    CAST(row_number() OVER (ORDER BY snapshot.vm, snapshot.position, snapshot.snapshot) AS INTEGER) AS snapshot_key,
    CAST(dense_rank() OVER (ORDER BY snapshot.vm) AS INTEGER) AS vm_key
  FROM snapshot
  JOIN snapshot_number ON snapshot_number.vm = snapshot.vm AND snapshot_number.snapshot = snapshot.snapshot
  LEFT JOIN snapshot_data ON snapshot_data.vm = snapshot.vm AND snapshot_data.snapshot = snapshot.snapshot
),
-- One row per bundle (chunks in exactly the same snapshots) and snapshot that contains it.
bundle_snapshot AS (
  SELECT bundle, bytes, explode(snapshots) AS snapshot_number FROM bundled_chunk
),
-- The same rows, with the keys of snapshot and VM.
bundle_member AS (
  SELECT /*+ REPARTITION(bundle) */ bundle, snapshot_key, vm_key, bytes
  FROM (
    SELECT /*+ BROADCAST(snapshot_key) */
      bundle_snapshot.bundle, snapshot_key.snapshot_key, snapshot_key.vm_key, bundle_snapshot.bytes
    FROM bundle_snapshot
    JOIN snapshot_key ON snapshot_key.snapshot_number = bundle_snapshot.snapshot_number
  ) AS placed
),
-- One row per bundle and VM: the first of its snapshots with the bundle, and their number.
vm_member AS (
  SELECT bundle, vm_key, min(bytes) AS bytes, min(snapshot_key) AS first_snapshot, count(*) AS snapshots
  FROM bundle_member
  GROUP BY bundle, vm_key
),
-- One row per bundle: the VMs and snapshots that contain it.
bundle_owners AS (
  SELECT bundle, count(*) AS vms, sum(snapshots) AS snapshots
  FROM vm_member
  GROUP BY bundle
),
-- One row per bundle and VM, with the number of all VMs and snapshots that contain the bundle.
vm_bundle AS (
  SELECT
    vm_member.bundle, vm_member.vm_key, vm_member.bytes, vm_member.first_snapshot, bundle_owners.vms,
    bundle_owners.snapshots
  FROM vm_member
  JOIN bundle_owners ON bundle_owners.bundle = vm_member.bundle
  WHERE /* once */ true
),
-- One row per bundle and snapshot. is_new is 1 in the first snapshot of the VM with the bundle.
snapshot_bundle AS (
  SELECT
    bundle_member.vm_key, bundle_member.snapshot_key, bundle_member.bundle, bundle_member.bytes, vm_bundle.vms,
    vm_bundle.snapshots,
    CASE WHEN vm_bundle.first_snapshot = bundle_member.snapshot_key THEN 1 ELSE 0 END AS is_new
  FROM bundle_member
  JOIN vm_bundle ON vm_bundle.bundle = bundle_member.bundle AND vm_bundle.vm_key = bundle_member.vm_key
),
-- One row per snapshot, and one per VM, which has snapshot_key 0.
owner_total AS (
  SELECT
    vm_key, snapshot_key,
    sum(bytes) AS unique_bytes,
    sum(bytes * is_new) AS new_bytes,
    sum(CASE WHEN snapshots = 1 THEN bytes ELSE 0 END) AS exclusive_bytes,
    sum(CASE WHEN vms > 50 THEN bytes ELSE 0 END) AS common_bytes
  FROM snapshot_bundle
  GROUP BY vm_key, snapshot_key
  UNION ALL
  SELECT
    vm_key, 0, sum(bytes), sum(bytes),
    sum(CASE WHEN vms = 1 THEN bytes ELSE 0 END),
    sum(CASE WHEN vms > 50 THEN bytes ELSE 0 END)
  FROM vm_bundle
  GROUP BY vm_key
),
-- One row per snapshot and other VM that have chunks in common, which at most 50 VMs contain.
snapshot_pair AS (
  SELECT
    own_bundle.vm_key, own_bundle.snapshot_key, other_vm.vm_key AS other_key, sum(own_bundle.bytes) AS bytes,
    sum(own_bundle.bytes * own_bundle.is_new) AS new_bytes
  FROM snapshot_bundle AS own_bundle
  JOIN vm_bundle AS other_vm ON other_vm.bundle = own_bundle.bundle AND other_vm.vm_key <> own_bundle.vm_key
  WHERE own_bundle.vms BETWEEN 2 AND 50 AND other_vm.vms BETWEEN 2 AND 50
  GROUP BY own_bundle.vm_key, own_bundle.snapshot_key, other_vm.vm_key
  HAVING /* once */ true
),
-- The same per snapshot and per VM. Each chunk of a VM counts in the snapshot that it is new in.
owner_pair AS (
  SELECT vm_key, snapshot_key, other_key, bytes FROM snapshot_pair
  UNION ALL
  SELECT vm_key, 0, other_key, sum(new_bytes) FROM snapshot_pair GROUP BY vm_key, other_key
),
-- place 1 is the other VM with the most bytes in common.
ranked_pair AS (
  SELECT
    owner_pair.*, row_number() OVER (PARTITION BY vm_key, snapshot_key ORDER BY bytes DESC, other_key) AS place
  FROM owner_pair
),
-- One row per VM (snapshot_key 0) and per snapshot.
report_line AS (
  SELECT
    vm_key, 0 AS snapshot_key, min(vm) AS vm, NULL AS snapshot, count(*) AS snapshots,
    sum(virtual_bytes) AS disk_bytes, sum(data_bytes) AS data_bytes
  FROM snapshot_key
  GROUP BY vm_key
  UNION ALL
  SELECT vm_key, snapshot_key, vm, snapshot, 1, virtual_bytes, data_bytes
  FROM snapshot_key
),
-- One row per VM.
vm_name AS (
  SELECT DISTINCT vm_key, vm FROM snapshot_key
)
SELECT
  report_line.vm,
  report_line.snapshot,
  report_line.snapshots,
  -- disk_bytes: the disk as its guest sees it; data_bytes the same without zeros.
  report_line.disk_bytes,
  report_line.data_bytes,
  -- unique_bytes: its distinct chunks.
  coalesce(owner_total.unique_bytes, 0) AS unique_bytes,
  -- new_bytes: chunks that no earlier snapshot of the VM contains. Those of its snapshots add up to the unique_bytes
  --   of the VM.
  coalesce(owner_total.new_bytes, 0) AS new_bytes,
  -- exclusive_bytes: chunks that no other snapshot (of a VM: no other VM) contains. Deleting it alone gives back these
  --   bytes, with deduplication; the rest of its unique_bytes is shared.
  coalesce(owner_total.exclusive_bytes, 0) AS exclusive_bytes,
  coalesce(owner_total.common_bytes, 0) AS common_bytes,
  -- shared_with: the other VM that has the most bytes of its chunks, each chunk once; the first by name among equals.
  vm_name.vm AS shared_with,
  ranked_pair.bytes AS shared_with_bytes
FROM report_line
LEFT JOIN owner_total ON owner_total.vm_key = report_line.vm_key AND owner_total.snapshot_key = report_line.snapshot_key
LEFT JOIN ranked_pair
  ON ranked_pair.vm_key = report_line.vm_key
  AND ranked_pair.snapshot_key = report_line.snapshot_key
  AND ranked_pair.place = 1
LEFT JOIN vm_name ON vm_name.vm_key = ranked_pair.other_key
ORDER BY report_line.vm_key, report_line.snapshot_key
