-- One row a distinct chunk (fingerprint) and its sharing degrees: copies counts every reference, segments, snapshots
-- and vms count distinct owners. All zero data is one row, flagged, so that it can be left out: copies counts
-- zero chunks and segments of zeros alone, bytes is 0 as nothing needs to be stored. Sorted by fingerprint.
--
-- made by: derive
-- from: snapshot, segment, segment_chunk
-- replaced
CREATE TABLE chunk_sharing (
  fingerprint BINARY COMMENT 'null in the row of zero data',
  zero BOOLEAN NOT NULL COMMENT 'whether this is the row of zero data',
  bytes BIGINT NOT NULL COMMENT 'size of one copy; 0 in the row of zero data',
  copies BIGINT NOT NULL COMMENT 'references, repeats within a segment counted',
  segments BIGINT NOT NULL COMMENT 'distinct segments of snapshots that contain it; a segment at one position of two snapshots is two',
  snapshots BIGINT NOT NULL,
  vms BIGINT NOT NULL,
  referenced_bytes BIGINT NOT NULL COMMENT 'bytes of all copies'
)
