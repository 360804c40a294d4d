-- What do the caches of builders store, and how much of it is in no image?
-- A cache is what BuildKit exports, as an index of layers or as a manifest: artifacts of kind CACHE. First a row ALL,
-- then a row a repository that contains caches, the most bytes in no image first; repository is null for caches that
-- only an index leads to. untagged_caches have no tag there: an export to the same tag leaves the last one behind.
-- Layers count once a row, with the bytes of their blobs; of those that were not read with their declared bytes.
-- image_shared_bytes are also in an image, cache_only_bytes in none: deleting all caches frees them.
-- untagged_only_bytes are in no image and in no cache that has a tag anywhere: deleting untagged caches frees them.
-- Layers of caches count in all reports of layers and files; without them: ingest what has no caches. Configs and
-- manifests of caches have no row.
--
-- subject: registry
-- first: repository caches cache_only_bytes image_shared_bytes untagged_only_bytes
-- chart: stacked-bars x=repository y=cache_only_bytes+image_shared_bytes where=repository:!ALL top=20; Bytes of caches in no image and in images
WITH
cache AS (
  SELECT artifact.manifest_digest, repository_manifest.repository, max(repository_manifest.tag) AS tag
  FROM (SELECT DISTINCT manifest_digest FROM artifact WHERE kind = 'CACHE') AS artifact
  LEFT JOIN repository_manifest ON repository_manifest.manifest_digest = artifact.manifest_digest
  GROUP BY artifact.manifest_digest, repository_manifest.repository
),
tagged AS (
  SELECT manifest_digest, max(tag) AS tag FROM cache GROUP BY manifest_digest
),
listed AS (
  SELECT manifest_digest, digest, max(bytes) AS bytes
  FROM artifact
  WHERE kind = 'CACHE' AND digest <> manifest_digest
  GROUP BY manifest_digest, digest
),
blob AS (
  SELECT
    listed.digest,
    coalesce(max(layer.compressed_bytes), max(listed.bytes), 0) AS bytes,
    max(CASE WHEN image_blob.layer_digest IS NULL THEN 0 ELSE 1 END) AS in_image,
    max(CASE WHEN tagged.tag IS NULL THEN 0 ELSE 1 END) AS in_tagged
  FROM listed
  JOIN tagged ON tagged.manifest_digest = listed.manifest_digest
  LEFT JOIN layer ON layer.layer_digest = listed.digest
  LEFT JOIN (SELECT DISTINCT layer_digest FROM image_layer) AS image_blob ON image_blob.layer_digest = listed.digest
  GROUP BY listed.digest
),
line AS (
  SELECT 0 AS place, 'ALL' AS repository, manifest_digest, tag FROM tagged
  UNION ALL
  SELECT 1, repository, manifest_digest, tag FROM cache
),
counted AS (
  SELECT place, repository, count(*) AS caches, count(*) - count(tag) AS untagged_caches
  FROM line
  GROUP BY place, repository
),
summed AS (
  SELECT
    place, repository, count(*) AS layers,
    sum(bytes) AS bytes,
    sum(in_image * bytes) AS image_shared_bytes,
    sum((1 - in_image) * bytes) AS cache_only_bytes,
    sum((1 - in_image) * (1 - in_tagged) * bytes) AS untagged_only_bytes
  FROM (
    SELECT DISTINCT line.place, line.repository, blob.digest, blob.bytes, blob.in_image, blob.in_tagged
    FROM line
    JOIN listed ON listed.manifest_digest = line.manifest_digest
    JOIN blob ON blob.digest = listed.digest
  ) AS once
  GROUP BY place, repository
)
SELECT
  counted.repository,
  counted.caches,
  counted.untagged_caches,
  coalesce(summed.layers, 0) AS layers,
  coalesce(summed.bytes, 0) AS layer_bytes,
  coalesce(summed.image_shared_bytes, 0) AS image_shared_bytes,
  coalesce(summed.cache_only_bytes, 0) AS cache_only_bytes,
  coalesce(summed.untagged_only_bytes, 0) AS untagged_only_bytes
FROM counted
LEFT JOIN summed
  ON summed.place = counted.place
  AND (summed.repository = counted.repository OR (summed.repository IS NULL AND counted.repository IS NULL))
ORDER BY counted.place, cache_only_bytes DESC, counted.repository NULLS FIRST
