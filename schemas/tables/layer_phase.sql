-- Where the time of a layer went, one row a layer, in nanoseconds of wall time on the thread that read it.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer_phase (
  layer_digest STRING NOT NULL,
  run_id STRING NOT NULL,
  read_nanos BIGINT NOT NULL COMMENT 'waiting for the blob''s bytes',
  decompress_nanos BIGINT NOT NULL,
  unpack_nanos BIGINT NOT NULL COMMENT 'walking the archive, and keeping its framing; cutting files into chunks is in no column',
  digest_nanos BIGINT NOT NULL COMMENT 'blob digest, diffID and fingerprints',
  search_nanos BIGINT COMMENT 'index look-up; always null: no file is looked up, the sharing is computed over all layers together by derive',
  archive_nanos BIGINT COMMENT 'null unless the pull side was measured',
  compress_nanos BIGINT COMMENT 'null unless the pull side was measured',
  sample_cpu_nanos BIGINT COMMENT 'processor time of compressing the sampled files by themselves; null where none would be, and in rows of earlier versions'
)
