-- Chunks by the snapshots that contain them: a row is a bundle, the chunks that exactly the same snapshots contain. What is queried
-- about sets of snapshots reads it by view stored_chunk. Counted are chunks of published snapshots, zeros left out; each chunk
-- is in one bundle. Sorted by bundle.
--
-- made by: derive
-- from: snapshot, segment_chunk, snapshot_number
-- replaced
CREATE TABLE chunk_bundle (
  bundle BINARY NOT NULL COMMENT 'the least fingerprint of its chunks',
  chunks BIGINT NOT NULL COMMENT 'distinct chunks in it',
  bytes BIGINT NOT NULL COMMENT 'of these, each once',
  snapshots ARRAY<INT> NOT NULL COMMENT 'the snapshots that contain them, in order, by their numbers in view snapshot_number',
  all_snapshots BIGINT NOT NULL COMMENT 'published snapshots when the table was made: as long as there are as many, the numbers are valid'
)
