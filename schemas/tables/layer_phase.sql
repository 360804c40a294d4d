-- Where the time of a layer went, one row a layer, in nanoseconds of wall time on the thread that read it.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer_phase (
  layer_digest STRING NOT NULL,
  run_id STRING NOT NULL,
  read_nanos BIGINT NOT NULL COMMENT 'waiting for the blob''s bytes',
  decompress_nanos BIGINT NOT NULL,
  unpack_nanos BIGINT NOT NULL COMMENT 'walking the archive',
  digest_nanos BIGINT NOT NULL COMMENT 'blob digest, diffID and fingerprints',
  search_nanos BIGINT COMMENT 'index look-up; null: the sharing is found by a join over all layers at once',
  archive_nanos BIGINT COMMENT 'null unless the pull side was measured',
  compress_nanos BIGINT COMMENT 'null unless the pull side was measured'
)
