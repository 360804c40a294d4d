-- Printed figures about compression and deduplication of container images, and about the index entry of a chunk. One
-- row per report, subject and figure.
-- compression-against-dedup: T. Harter et al., Slacker: fast distribution with lazy Docker containers (FAST 2016).
-- Setting: HelloBench, 57 images of 2015. Deduplication is by blocks of 4 KB over all images, compression by image. A
-- warehouse has other images, so reports show these figures in separate rows.
-- chunk-savings, nydus: RafsV5ChunkInfo of RAFS v5, one for each chunk of each file in an image's metadata
-- (github.com/dragonflyoss/nydus, rafs/src/metadata/layout/v5.rs).
-- chunk-savings, casync: CaFormatTableItem, one for each chunk that an index file lists (github.com/systemd/casync,
-- src/caformat.h).
-- chunk-savings, lookup: digest and place of each distinct chunk in a hash table that is half full. It is the default
-- of setting backup.index.chunk-entry-bytes.
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
