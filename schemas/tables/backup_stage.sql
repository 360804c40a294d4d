-- What each stage of the VM-centric scheme left: l1 version detection, l2 similar segments of the parent, l3 popular
-- data. Chunks and bytes are references without zero data; after l3 they are what is stored.
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE backup_stage (
  rules STRING NOT NULL COMMENT 'backup_result.rules',
  sigma DOUBLE NOT NULL,
  stage STRING NOT NULL COMMENT 'l1, l2, l3',
  before_chunks BIGINT NOT NULL,
  before_bytes BIGINT NOT NULL,
  after_chunks BIGINT NOT NULL,
  after_bytes BIGINT NOT NULL,
  gain_ratio DOUBLE NOT NULL COMMENT 'share of the bytes before that the stage removed',
  reduction DOUBLE NOT NULL COMMENT 'of raw bytes, up to here',
  efficiency DOUBLE NOT NULL COMMENT 'against perfect deduplication, up to here'
)
