-- One row a segment of a snapshot: a piece of 2 MiB at a multiple of 2 MiB, the last one of a disk shorter. Of a chunk
-- trace, the chunks that begin in such a piece; pieces without chunks have no row. Sorted by vm, snapshot, position.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE segment (
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  position BIGINT NOT NULL COMMENT 'index on the disk, from 0',
  offset BIGINT NOT NULL COMMENT 'bytes from the disk''s start: position * 2 MiB',
  bytes INT NOT NULL,
  fingerprint BINARY COMMENT 'digest over the fingerprints of its chunks in order; null when all is zero',
  min_hash BINARY COMMENT 'the smallest fingerprint, as unsigned bytes, of its chunks that are not zero; null when there are none',
  zero_bytes INT NOT NULL COMMENT 'bytes of its zero chunks; all bytes when all is zero',
  chunks INT NOT NULL COMMENT '0 when all is zero',
  dirty BOOLEAN COMMENT 'whether the image file itself stores anything of it, data or zeros, when its backing file is the parent snapshot; null when unknown'
)
