-- What each backup scheme stores, side by side. reduction and efficiency are two measures, never one: against raw
-- bytes, and against the duplicates that a perfect scheme removes.
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE backup_result (
  scheme STRING NOT NULL COMMENT 'perfect, vc-l1, vc-l2, vc, srb',
  rules STRING COMMENT 'how level 1 detects versions and level 2 searches, of the vc schemes: checksum+similar is the published one; dirty-bits uses what a disk contains over another where that is known',
  sigma DOUBLE COMMENT 'popular share of the unique chunks; null for schemes without popular data',
  machines INT NOT NULL,
  raw_bytes BIGINT NOT NULL COMMENT 'all references, without zero data',
  stored_bytes BIGINT NOT NULL COMMENT 'what is stored, before replication and compression',
  zero_bytes BIGINT NOT NULL COMMENT 'zero data, which is in no other column',
  reduction DOUBLE NOT NULL COMMENT '1 - stored / raw; 0 when there is no data',
  efficiency DOUBLE NOT NULL COMMENT '(raw - stored) / (raw - perfect); 1 when there are no duplicates',
  index_bytes_per_machine BIGINT NOT NULL COMMENT 'by the entry sizes of the settings backup.index'
)
