-- The graph behind block_sharing: one row a storage block and VM that touches it.
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE block_owner (
  scheme STRING NOT NULL COMMENT 'vc, srb',
  kind STRING NOT NULL COMMENT 'private, popular',
  block BIGINT NOT NULL COMMENT 'block_sharing.block',
  vm STRING NOT NULL,
  snapshots INT NOT NULL COMMENT 'snapshots of this VM that touch it'
)
