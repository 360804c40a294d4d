-- One row per chunker and set of chunks that exactly the same bundles contain (a bundle: contents in the same layers).
-- chunk_set is the smallest fingerprint of the set. A content that the chunker did not cut counts as one chunk.
-- Reads:
--   file_owners: distinct contents with the layers that contain them (owners.sql).
--   file_bundles: bundles: contents that exactly the same layers contain (sharing/file_bundle.sql).
WITH
-- One row per distinct content of the images of updates, empty files left out, with its bundle.
content AS (
  SELECT file_owners.fingerprint, file_owners.bytes, file_bundles.bundle
  FROM file_owners
  JOIN file_bundles ON file_bundles.layers = file_owners.owners
  WHERE file_owners.bytes > 0
),
-- One row per chunker and content that it cut.
content_cut AS (
  SELECT DISTINCT chunker, fingerprint FROM file_recipe
),
-- One row per chunker, chunk and content with it.
chunk_copy AS (
  SELECT file_chunk.chunker, file_chunk.fingerprint, CAST(file_chunk.bytes AS BIGINT) AS bytes, content.bundle
  FROM file_chunk
  JOIN content ON content.fingerprint = file_chunk.file_fingerprint
  UNION ALL
  SELECT chunkers.chunker, content.fingerprint, content.bytes, content.bundle
  FROM content
  CROSS JOIN (SELECT DISTINCT chunker FROM content_cut) AS chunkers
  ANTI JOIN content_cut ON content_cut.chunker = chunkers.chunker AND content_cut.fingerprint = content.fingerprint
)
SELECT chunker, min(fingerprint) AS chunk_set, count(*) AS chunks, CAST(sum(bytes) AS BIGINT) AS bytes, bundles
FROM (
  SELECT chunker, fingerprint, min(bytes) AS bytes, array_sort(array_agg(DISTINCT bundle)) AS bundles
  FROM chunk_copy
  GROUP BY chunker, fingerprint
) AS counted
GROUP BY chunker, bundles
