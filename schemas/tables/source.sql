-- One row an input that an ingest looked through: what was seen there, and is seen no more by a later ingest of it, is gone.
--
-- made by: ingest registry, ingest snapshots
-- replaced
CREATE TABLE source (
  location STRING NOT NULL COMMENT 'the input, as a full location, or docker://HOST.. of a registry',
  kind STRING NOT NULL COMMENT 'REGISTRY (by its API), IMAGES (storage trees, layouts, archives, stores of nodes), DISKS',
  first_seen_at TIMESTAMP NOT NULL COMMENT 'when the run began that looked there first',
  seen_at TIMESTAMP NOT NULL COMMENT 'when the last run began that looked through all of it',
  run_id STRING NOT NULL COMMENT 'that run'
)
