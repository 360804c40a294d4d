-- Whether the stored blob of a layer comes back bit for bit when its archive is compressed again, and by what: one row a
-- layer that was tried. A client checks the digest of the blob; equal bytes are the only success. Times are wall time of
-- the task that tried the layer.
--
-- made by: rebuild
-- from: layer
-- replaced
CREATE TABLE layer_rebuild (
  layer_digest STRING NOT NULL,
  blob_bytes BIGINT NOT NULL COMMENT 'bytes of the blob as stored, layer.compressed_bytes',
  archive_bytes BIGINT NOT NULL COMMENT 'bytes of the tar, layer.archive_bytes',
  encoder_family STRING COMMENT 'what most likely wrote the blob, by its header and its block structure: zlib, gzip, pigz, go, klauspost, pgzip, other gzip, zstd, other zstd, bzip2, xz, none (not compressed); null when the blob was not read',
  outcome STRING NOT NULL COMMENT 'exact: encoder gives every byte; kept: nothing that was tried does, the blob must be kept; unreadable: the blob is missing or damaged',
  encoder STRING COMMENT 'what gives the blob: zlib and zstd of the JVM, none, or a command of the settings; null unless exact',
  level INT COMMENT 'level of zlib or zstd; null where the encoder has none, or its command says it',
  kept_bytes BIGINT COMMENT 'what a registry must keep apart from the archive: the names of encoder and level, headers of members and zeros after them; the blob where it does not come back; null when unreadable',
  attempts INT NOT NULL COMMENT 'encoders, each with its level, that were tried on the blob or on one of its members',
  check_nanos BIGINT NOT NULL COMMENT 'reading the blob once and comparing its digest, at all places that were tried',
  search_nanos BIGINT NOT NULL COMMENT 'all attempts',
  rebuild_nanos BIGINT COMMENT 'the attempt that gave it: decompressing the stored blob, compressing again, comparing; null unless exact',
  reason STRING COMMENT 'why it is kept or unreadable; null when exact'
)
