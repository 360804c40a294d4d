-- What the archive of a layer has apart from the contents of its FILE rows: headers, long names, PAX records, sparse maps,
-- padding, content of entries that are no FILE, the trailer and what follows it. One row a piece of it, in archive order;
-- the contents are between, at archive_offset of their rows in layer_recipe. Sorted by layer_digest, position.
-- A layer has no rows when it was read without ingest.framing, or one entry had more of it than limit.framing-bytes.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer_framing (
  layer_digest STRING NOT NULL,
  position INT NOT NULL COMMENT 'from 0, in archive order',
  raw_bytes BIGINT NOT NULL COMMENT 'bytes of the piece before compression: 1 MiB, the last one less',
  content_bytes BIGINT NOT NULL COMMENT 'contents of FILE rows between these bytes, as the archive has them: holes of sparse files have none',
  compressed_bytes BIGINT NOT NULL COMMENT 'length of framing',
  framing BINARY NOT NULL COMMENT 'the piece as one zstd frame'
)
