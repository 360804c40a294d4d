-- What the distinct files would take, each compressed by itself: one row a codec and type of content, and one for all types.
-- An estimate from the pieces of files in content_sample and the stored bytes of all files, with an interval; the sum where all files were compressed, whole. A
-- piece takes no more than its length, as it would be stored as it is. The empty file counts nowhere. Without rows of a codec where
-- fewer than two were compressed. Sorted by codec, content_type.
--
-- made by: derive
-- from: layer_recipe, content_sample
-- replaced
CREATE TABLE file_compression (
  codec STRING NOT NULL COMMENT 'with its level: gzip-6, zstd-3',
  content_type STRING NOT NULL COMMENT 'as in layer_recipe; all',
  unique_files BIGINT NOT NULL COMMENT 'distinct contents of this type that are not empty',
  unique_bytes BIGINT NOT NULL COMMENT 'their length',
  samples BIGINT NOT NULL COMMENT 'pieces of them that were compressed, of at most 128 KiB; files where all were, whole',
  sample_bytes BIGINT NOT NULL COMMENT 'their length',
  sample_compressed_bytes BIGINT NOT NULL COMMENT 'what they took',
  compressed_bytes BIGINT NOT NULL COMMENT 'what all of them would take',
  compressed_low_bytes BIGINT NOT NULL COMMENT 'interval of compressed_bytes: low and high end',
  compressed_high_bytes BIGINT NOT NULL,
  confidence DOUBLE NOT NULL COMMENT 'of the interval'
)
