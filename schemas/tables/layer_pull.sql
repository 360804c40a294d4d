-- The cost of serving a layer from its files, one row for each layer and codec, for layers that were ingested with
-- --measure-pull: nanoseconds of wall time on the thread that read the layer.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer_pull (
  layer_digest STRING NOT NULL,
  run_id STRING NOT NULL,
  codec STRING NOT NULL COMMENT 'with its level: gzip-6, zstd-3',
  archive_nanos BIGINT NOT NULL COMMENT 'putting the files into an archive again; the same for every codec',
  compress_nanos BIGINT NOT NULL,
  pull_bytes BIGINT NOT NULL COMMENT 'bytes of the archive as it is when compressed by the codec, in one stream: what a client would fetch'
)
