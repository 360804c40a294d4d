-- How often each file of a chain was looked up, with what result, one row a file and setting of chain_result.
--
-- made by: simulate chains
-- from: chain_map, chain_file, snapshot
-- replaced
CREATE TABLE chain_event (
  setting INT NOT NULL COMMENT 'as in chain_result',
  file INT NOT NULL COMMENT '0 the base, after a merge what was merged; the last one is active',
  lookups BIGINT NOT NULL COMMENT 'that reached the file: chained, those of all clusters that it or an older file owns, and of unwritten ones; direct, all of the active file',
  unallocated BIGINT NOT NULL COMMENT 'of them, of clusters that it lacks',
  normal BIGINT NOT NULL COMMENT 'of clusters that it owns',
  hits BIGINT NOT NULL COMMENT 'slice in the cache',
  misses BIGINT NOT NULL COMMENT 'slice read from the file',
  resident_bytes BIGINT NOT NULL COMMENT 'of its slices in the cache at the end'
)
