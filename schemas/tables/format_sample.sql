-- What spans of archives take when they are cut and compressed as formats of images do it: one row a span and coding, for
-- layers that were read with ingest.format-ratio. An archive is cut into spans of 1 MiB, of which every so many-th is of the
-- sample, whatever is in it; the first is drawn for each layer. Few are measured by zstd-19. Sorted by layer_digest, coding,
-- offset.
--
-- made by: ingest registry
-- appended
-- on request
CREATE TABLE format_sample (
  layer_digest STRING NOT NULL,
  coding STRING NOT NULL COMMENT 'how it was cut and compressed: gzip-6, zstd-3, zstd-19 as one stream; estargz: members that begin at contents; zstd-chunked: frames by content and rolling checksum; files: contents alone, each 1 MiB; erofs-lz4, erofs-zstd: contents in blocks of 4 KiB that are filled; overlaybd: each 4 KiB of contents',
  offset BIGINT NOT NULL COMMENT 'of the span in the uncompressed archive',
  archive_bytes BIGINT NOT NULL COMMENT 'length of the span; the last one of a layer is shorter',
  contents INT NOT NULL COMMENT 'files with content that begin in it',
  content_bytes BIGINT NOT NULL COMMENT 'bytes of files in it',
  stored_bytes DOUBLE NOT NULL COMMENT 'bytes of the blob that it takes as it is stored, between two points where the decoder shows how much it consumed',
  coded_bytes BIGINT NOT NULL COMMENT 'what it takes in the coding'
)
