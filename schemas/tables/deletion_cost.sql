-- What deleting the oldest snapshot of every VM that has two or more costs: by one exact mark and sweep of the fleet,
-- by marks kept for each group of VMs, and by summaries. One group after another deletes, is marked again and swept. In
-- the first two methods all VMs share one store, popular data included.
--
-- made by: simulate deletion
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE deletion_cost (
  method STRING NOT NULL COMMENT 'mark-and-sweep, grouped-mark-and-sweep, summary (for the first policy of the settings)',
  sweeps INT NOT NULL COMMENT 'sweeps over all that is stored; 0 for summaries',
  deletions BIGINT NOT NULL COMMENT 'snapshots deleted',
  read_references BIGINT COMMENT 'references read to mark; null for summaries, which read the deleted snapshots alone',
  freed_bytes BIGINT COMMENT 'null for summaries: see deletion_result',
  memory_bytes BIGINT NOT NULL COMMENT 'of all marks together; of the largest VM''s summaries',
  nanos BIGINT NOT NULL COMMENT 'time of all parts, one after another'
)
