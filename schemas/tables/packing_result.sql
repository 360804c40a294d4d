-- The blocks that distinct files and unique chunks fill, written in the order of their fingerprints: what does not fit
-- whole opens the next block, and what is longer than a block goes on in the next. One row a kind of thing.
--
-- made by: simulate packing
-- from: file_sharing, chunk_sharing
-- replaced
CREATE TABLE packing_result (
  thing STRING NOT NULL COMMENT 'file, chunk',
  things BIGINT NOT NULL COMMENT 'distinct ones that hold any bytes',
  bytes BIGINT NOT NULL COMMENT 'of all of them, once each',
  block_bytes BIGINT NOT NULL COMMENT 'size of a block',
  blocks BIGINT NOT NULL COMMENT 'blocks that hold anything'
)
