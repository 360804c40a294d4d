-- What the authors of HelloBench printed of compression and deduplication of container images.
-- Source: T. Harter et al., Slacker: fast distribution with lazy Docker containers (FAST 2016).
-- Setting: 57 images of 2015; deduplicated are blocks of 4 KB over all images, compressed by gzip is each image by itself.
-- No registry of ours is theirs: these figures stand in rows of their own.
SELECT
  CAST(scope AS STRING) AS scope,
  CAST(subject AS STRING) AS subject,
  CAST(chunker AS STRING) AS chunker,
  CAST(codec AS STRING) AS codec,
  CAST(compression_fold AS DOUBLE) AS compression_fold,
  CAST(dedup_fold AS DOUBLE) AS dedup_fold
FROM (VALUES
  ('images', 'all', 'fixed-4k', NULL, NULL, 2.8E0),
  ('image', 'the least of the categories', NULL, 'gzip', 2.3E0, NULL),
  ('image', 'the most of the categories', NULL, 'gzip', 2.7E0, NULL)
) AS printed (scope, subject, chunker, codec, compression_fold, dedup_fold)
