-- One row a VM of which at least one snapshot is published. It appears after its first snapshot.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE vm (
  vm STRING NOT NULL,
  run_id STRING NOT NULL COMMENT 'the run that published its first snapshot'
)
