-- Several chunkers over the same disks, without storing recipes. Filled by ingest snapshots --compare-chunkers.
--
-- made by: compare chunkers
-- replaced
CREATE TABLE chunker_result (
  chunker STRING NOT NULL,
  fingerprint STRING NOT NULL COMMENT 'digest of the chunks',
  snapshots BIGINT NOT NULL COMMENT 'disks read',
  bytes BIGINT NOT NULL COMMENT 'of the disks, zeros too',
  zero_bytes BIGINT NOT NULL COMMENT 'bytes of zero chunks and of segments of zeros alone',
  chunks BIGINT NOT NULL COMMENT 'chunks that are not zero, repeats counted',
  chunk_bytes BIGINT NOT NULL COMMENT 'their bytes',
  unique_chunks BIGINT NOT NULL,
  unique_bytes BIGINT NOT NULL,
  cpu_nanos BIGINT NOT NULL COMMENT 'processor time of cutting and fingerprinting, of all tasks together, without reading',
  cut_bytes BIGINT NOT NULL COMMENT 'bytes that were cut in that time: segments of which anything is allocated'
)
