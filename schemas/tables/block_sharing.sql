-- One row a storage block (64 MB unless set otherwise) that a backup scheme fills, with the owners that touch it: those
-- that have at least one chunk in it. vc packs each VM's own chunks in write order (private), and the popular data in
-- order of popularity (popular); srb packs each bin.
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE block_sharing (
  scheme STRING NOT NULL COMMENT 'vc, srb',
  kind STRING NOT NULL COMMENT 'private, popular',
  block BIGINT NOT NULL COMMENT 'from 0 in its scheme and kind: store after store, the stores by VM or by bin',
  bytes BIGINT NOT NULL COMMENT 'what it contains',
  vms BIGINT NOT NULL COMMENT 'distinct VMs that touch it',
  snapshots BIGINT NOT NULL COMMENT 'distinct snapshots that touch it'
)
