-- How long the backup of one machine takes by the time model: its dirty segments, those that l1 did not turn into a
-- reference, times the time that one takes (settings backup.time).
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE backup_time (
  scheme STRING NOT NULL COMMENT 'vc, srb',
  machines INT NOT NULL,
  tasks INT NOT NULL COMMENT 'running in parallel on a machine',
  read_write_millis DOUBLE NOT NULL COMMENT 'of one dirty segment',
  network_millis DOUBLE NOT NULL,
  index_millis DOUBLE NOT NULL,
  total_millis DOUBLE NOT NULL,
  dirty_segments_per_machine DOUBLE NOT NULL COMMENT 'with data, all snapshots of the warehouse, evenly spread',
  dirty_bytes_per_machine DOUBLE NOT NULL COMMENT 'their bytes that are not zero',
  read_bytes_per_second BIGINT NOT NULL COMMENT 'the throttle: what all tasks of a machine read together',
  work_seconds DOUBLE NOT NULL COMMENT 'without a throttle',
  throttled_seconds DOUBLE NOT NULL COMMENT 'the longer of work and throttled reading'
)
