-- Printed figures of compression and deduplication of container images, and of what the index of a chunk takes.
-- Source of compression-against-dedup: T. Harter et al., Slacker: fast distribution with lazy Docker containers (FAST 2016).
-- Setting: HelloBench, 57 images of 2015; deduplicated are blocks of 4 KB over all images, compressed is each image by
-- itself. No registry of ours is theirs: these figures are in rows of their own.
-- Sources of chunk-savings: nydus: RafsV5ChunkInfo of RAFS v5, for each chunk of each file in an image's metadata
-- (github.com/dragonflyoss/nydus, rafs/src/metadata/layout/v5.rs). casync: CaFormatTableItem, for each chunk that an index
-- file lists (github.com/systemd/casync, src/caformat.h). lookup: for each distinct chunk, its digest and place in tables
-- half full, as setting backup.index.chunk-entry-bytes has it.
SELECT
  report,
  scope,
  subject,
  chunker,
  codec,
  figure,
  value
FROM (VALUES
  ('compression-against-dedup', 'images', 'all', 'fixed-4k', NULL, 'dedup fold', 2.8E0),
  ('compression-against-dedup', 'image', 'the least of the categories', NULL, 'gzip', 'compression fold', 2.3E0),
  ('compression-against-dedup', 'image', 'the most of the categories', NULL, 'gzip', 'compression fold', 2.7E0),
  ('chunk-savings', NULL, 'nydus', NULL, NULL, 'bytes of a chunk', 80E0),
  ('chunk-savings', NULL, 'casync', NULL, NULL, 'bytes of a chunk', 40E0),
  ('chunk-savings', NULL, 'lookup', NULL, NULL, 'bytes of a distinct chunk', 56E0)
) AS printed (report, scope, subject, chunker, codec, figure, value)
