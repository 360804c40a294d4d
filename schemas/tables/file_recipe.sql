-- The chunks of the contents of files, packed, for registries that were ingested with ingest.chunks: one row a piece of
-- at most 4096 chunks of one content by one chunker, each distinct content once, in however many layers it is. Chunks
-- run over the whole file. The empty file has no row; nor has a content that is in no layer that was read with
-- ingest.chunks, or whose recipe is longer than limit.recipe-bytes. View file_chunk shows one row a chunk. Sorted by
-- chunker, fingerprint, piece.
--
-- made by: ingest registry
-- appended
-- on request
CREATE TABLE file_recipe (
  chunker STRING NOT NULL COMMENT 'with its version and average size: fixed-4k, fastcdc-v1-64k',
  fingerprint BINARY NOT NULL COMMENT 'of the whole content, as in layer_recipe',
  piece INT NOT NULL COMMENT 'from 0, in order',
  offset BIGINT NOT NULL COMMENT 'bytes of the content before the piece',
  bytes INT NOT NULL COMMENT 'length of the piece',
  chunks INT NOT NULL COMMENT 'chunks of the piece',
  ends ARRAY<INT> NOT NULL COMMENT 'where each chunk ends, in bytes from the piece''s start; ascending',
  fingerprints BINARY NOT NULL COMMENT 'the chunks'' fingerprints one after another, each of the same width; empty where the content is one chunk: then it is that of the content'
)
