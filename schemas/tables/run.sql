-- One row a run of a writing verb; settings say what was requested, counts what was done.
--
-- made by: every verb
-- replaced
CREATE TABLE run (
  run_id STRING NOT NULL COMMENT 'start time in UTC and a random part, sorts by time',
  verb STRING NOT NULL COMMENT 'the command, such as ingest registry',
  started_at TIMESTAMP NOT NULL COMMENT 'after that of every run that had published before, whatever the clock said',
  finished_at TIMESTAMP COMMENT 'null while the run is in progress, and forever when it ended early',
  settings MAP<STRING, STRING> NOT NULL COMMENT 'every setting in force, by its key in conf/reference.conf; of secrets the key alone',
  version STRING NOT NULL COMMENT 'version of Varve',
  read_bytes BIGINT NOT NULL COMMENT 'bytes read from blobs, as stored',
  counts MAP<STRING, BIGINT> NOT NULL COMMENT 'blobs_read, blobs_skipped, blobs_rejected and their like; interrupted or failed is 1 when a signal or a fault ended the run early; peak_memory_bytes is the most resident memory of the driver, which is all of the embedded engine'
)
