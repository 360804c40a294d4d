-- What a sample of the distinct files, and of the distinct chunks where files were cut, takes when each is compressed by
-- itself. What is of the sample follows from the bytes, so that copies agree wherever they are met: a chunk by its
-- fingerprint, a file by its length and a sum of its first 4096 bytes, so that files that begin alike are all of the sample or
-- none is. A larger file is of it with a larger probability (setting ingest.sample-ratio). A content that is met again
-- under a larger share has another row. Sorted by chunker, codec, fingerprint.
--
-- made by: ingest registry
-- appended
-- on request
CREATE TABLE content_sample (
  chunker STRING NOT NULL COMMENT 'what cut it; file for a whole file',
  codec STRING NOT NULL COMMENT 'with its level: gzip-6, zstd-3',
  fingerprint BINARY NOT NULL COMMENT 'of the chunk, or of the file',
  bytes BIGINT NOT NULL COMMENT 'its length',
  compressed_bytes BIGINT NOT NULL COMMENT 'as the codec has it, headers included: more than bytes where nothing is gained',
  inclusion DOUBLE COMMENT 'probability with which a content of this length was of the sample, above 0 to 1; null in rows of earlier versions'
)
