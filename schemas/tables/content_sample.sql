-- What a sample of the distinct chunks, and of the distinct files, takes when each is compressed by itself: those whose
-- digest falls below ingest.sample-ratio (of a file the digest of its length and its first 4096 bytes, so that files
-- that begin alike are all of the sample or none is). Of files that were cut. Sorted by chunker, codec, fingerprint.
--
-- made by: ingest registry
-- appended
CREATE TABLE content_sample (
  chunker STRING NOT NULL COMMENT 'what cut it; file for a whole file',
  codec STRING NOT NULL COMMENT 'with its level: gzip-6, zstd-3',
  fingerprint BINARY NOT NULL COMMENT 'of the chunk, or of the file',
  bytes BIGINT NOT NULL COMMENT 'its length',
  compressed_bytes BIGINT NOT NULL COMMENT 'as the codec has it, headers included: more than bytes where nothing is gained'
)
