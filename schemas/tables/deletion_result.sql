-- What deletion by Bloom summaries leaks: one row a VM and deletion, for every policy. Chunks are those of
-- the VM's snapshots without zero data and without popular data, each once; a VM that has none has no row.
--
-- made by: simulate deletion
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE deletion_result (
  deletion_order STRING NOT NULL COMMENT 'oldest-first, newest-first, random',
  false_positive_ratio DOUBLE NOT NULL COMMENT 'eps of the summaries, sized for the chunks of the snapshots that live at first',
  most_leaked_ratio DOUBLE NOT NULL COMMENT 'tau: the most that may leak, as a share of live bytes, before a VM is repaired',
  repair_rule STRING NOT NULL COMMENT 'published, cautious, never',
  retained INT COMMENT 'snapshots that are live at the start, the others taken one before each deletion; null: all are live at the start',
  sigma DOUBLE NOT NULL COMMENT 'popular share of the unique chunks, which are never deleted this way; 0: none is popular',
  vm STRING NOT NULL,
  deletions INT NOT NULL COMMENT 'so far, this one too',
  live_bytes BIGINT NOT NULL COMMENT 'what the live snapshots need',
  leaked_bytes BIGINT NOT NULL COMMENT 'bytes stored that no live snapshot needs, measured exactly; after the repair, if there was one',
  leaked_ratio DOUBLE NOT NULL COMMENT 'leaked over live bytes; 0 without live bytes',
  predicted_ratio DOUBLE NOT NULL COMMENT 'R du eps / U, with R the deletions since the last repair, and U of the snapshots that are kept at first; rule published takes U of those that are live',
  filter_bytes BIGINT NOT NULL COMMENT 'of the live snapshots'' summaries and their OR',
  repaired BOOLEAN NOT NULL COMMENT 'whether the VM was marked and swept now',
  reclaimed_bytes BIGINT NOT NULL COMMENT 'what the repair freed; 0 without one',
  delete_nanos BIGINT NOT NULL COMMENT 'time of the deletion itself',
  repair_nanos BIGINT NOT NULL COMMENT 'time of the repair; 0 without one',
  repair_memory_bytes BIGINT NOT NULL COMMENT 'of the repair''s marks; 0 without one',
  seed BIGINT NOT NULL
)
