-- What does deleting cost in time and memory: exact mark and sweep, marks kept by groups, or summaries?
-- One row per method, when every VM with two snapshots or more loses its oldest. mark-and-sweep marks all chunks of
-- the fleet that live snapshots need, and deletes the others. grouped-mark-and-sweep keeps marks for each group of
-- VMs: one group after another deletes, is marked again and swept. Both leave out zero data. summary describes one VM
-- at a time by a Bloom filter, and leaves popular data alone. Time is that of all parts one after another, memory that
-- of all marks together (of summaries the largest VM's).
--
-- subject: deletion
-- first: method deletions read_references freed_bytes memory_bytes nanos_a_deletion
-- chart: bars x=method y=nanos_a_deletion
SELECT
  method,
  sweeps,
  deletions,
  read_references,
  freed_bytes,
  memory_bytes,
  nanos,
  nanos / nullif(deletions, 0) AS nanos_a_deletion
FROM deletion_cost
ORDER BY method
