-- What does deleting cost in time and memory: exact mark and sweep, marks kept by groups, or summaries?
-- When every VM with two snapshots or more loses its oldest. Time is that of all parts one after another, memory that of
-- all marks together (of summaries the largest VM's). Marks are over all chunks that are not zero, each VM's references
-- read whole; summaries describe one VM at a time, and leave popular data alone.
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
