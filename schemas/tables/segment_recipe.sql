-- One row a segment that is not all zero: its chunks in order, packed, so that a billion chunks are cheap to write and
-- to scan. View segment_chunk shows one row a chunk. Sorted by vm, snapshot, segment.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE segment_recipe (
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  segment BIGINT NOT NULL COMMENT 'segment.position',
  ends ARRAY<INT> NOT NULL COMMENT 'where each chunk ends, in bytes from the segment''s start; ascending',
  fingerprints BINARY NOT NULL COMMENT 'the chunks'' fingerprints one after another, each of the same width',
  zeros ARRAY<BOOLEAN> NOT NULL COMMENT 'whether all bytes of a chunk are zero'
)
