-- What a sample of the distinct files, and of the distinct chunks where files were cut, takes when each is compressed
-- by itself: files in pieces of 128 KiB, and whole up to 256 MiB where all are compressed. What is of the sample
-- follows from the bytes, so that copies agree wherever they are. A chunk is chosen by its fingerprint, a piece of a
-- file by its number, the file's length and a sum of its first 512 bytes. So files of one length that begin alike have
-- the same pieces in it. A longer piece is of it with a larger probability (setting ingest.sample-ratio). A piece that
-- is encountered again under a larger share has another row. Sorted by chunker, codec, fingerprint.
--
-- made by: ingest registry
-- appended
-- on request
CREATE TABLE content_sample (
  chunker STRING NOT NULL COMMENT 'what cut it; file for a whole file',
  codec STRING NOT NULL COMMENT 'with its level: gzip-6, zstd-3',
  fingerprint BINARY NOT NULL COMMENT 'of the chunk, or of the file',
  bytes BIGINT NOT NULL COMMENT 'its length',
  offset BIGINT COMMENT 'where the piece of it begins that was compressed; 0 where that is all of it; null, for 0, in rows of earlier versions',
  measured_bytes BIGINT COMMENT 'length of that piece; null, for bytes, in rows of earlier versions',
  compressed_bytes BIGINT NOT NULL COMMENT 'what it took, as the codec has it, headers included: more than its length where nothing is gained',
  inclusion DOUBLE COMMENT 'probability with which a piece of this length, in a file of that length, was of the sample, above 0 to 1; null in rows of earlier versions',
  stored_share DOUBLE COMMENT 'how much of the stored bytes of its file the piece took where it was read, 0 to 1; null where not known, in rows of earlier versions and of chunks'
)
