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
-- One row per cache and repository that contains it; repository is null for caches that only an index leads to.
repository_cache AS (
  SELECT artifact.manifest_digest, repository_manifest.repository, max(repository_manifest.tag) AS tag
  FROM (SELECT DISTINCT manifest_digest FROM artifact WHERE kind = 'CACHE') AS artifact
  LEFT JOIN repository_manifest ON repository_manifest.manifest_digest = artifact.manifest_digest
  GROUP BY artifact.manifest_digest, repository_manifest.repository
),
-- One row per cache; tag is null if no repository has a tag for it.
cache_tag AS (
  SELECT manifest_digest, max(tag) AS tag FROM repository_cache GROUP BY manifest_digest
),
-- One row per cache and layer that it lists.
cache_layer AS (
  SELECT manifest_digest, digest, max(bytes) AS bytes
  FROM artifact
  WHERE kind = 'CACHE' AND digest <> manifest_digest
  GROUP BY manifest_digest, digest
),
-- One row per layer of any cache: whether an image lists it, and whether a cache with a tag does (1 or 0).
cache_blob AS (
  SELECT
    cache_layer.digest,
    coalesce(max(layer.compressed_bytes), max(cache_layer.bytes), 0) AS bytes,
    max(CASE WHEN image_blob.layer_digest IS NULL THEN 0 ELSE 1 END) AS in_image,
    max(CASE WHEN cache_tag.tag IS NULL THEN 0 ELSE 1 END) AS in_tagged
  FROM cache_layer
  JOIN cache_tag ON cache_tag.manifest_digest = cache_layer.manifest_digest
  LEFT JOIN layer ON layer.layer_digest = cache_layer.digest
  LEFT JOIN (SELECT DISTINCT layer_digest FROM image_layer) AS image_blob ON image_blob.layer_digest = cache_layer.digest
  GROUP BY cache_layer.digest
),
-- One row per row of the report and cache in it; place 0 is the row ALL.
cache_row AS (
  SELECT 0 AS place, 'ALL' AS repository, manifest_digest, tag FROM cache_tag
  UNION ALL
  SELECT 1, repository, manifest_digest, tag FROM repository_cache
),
-- One row per row of the report.
cache_total AS (
  SELECT place, repository, count(*) AS caches, count(*) - count(tag) AS untagged_caches
  FROM cache_row
  GROUP BY place, repository
),
-- One row per row of the report with layers: each layer once.
layer_total AS (
  SELECT
    place, repository, count(*) AS layers,
    sum(bytes) AS bytes,
    sum(in_image * bytes) AS image_shared_bytes,
    sum((1 - in_image) * bytes) AS cache_only_bytes,
    sum((1 - in_image) * (1 - in_tagged) * bytes) AS untagged_only_bytes
  FROM (
    SELECT DISTINCT
      cache_row.place, cache_row.repository, cache_blob.digest, cache_blob.bytes, cache_blob.in_image,
      cache_blob.in_tagged
    FROM cache_row
    JOIN cache_layer ON cache_layer.manifest_digest = cache_row.manifest_digest
    JOIN cache_blob ON cache_blob.digest = cache_layer.digest
  ) AS distinct_layer
  GROUP BY place, repository
)
SELECT
  cache_total.repository,
  cache_total.caches,
  cache_total.untagged_caches,
  coalesce(layer_total.layers, 0) AS layers,
  coalesce(layer_total.bytes, 0) AS layer_bytes,
  coalesce(layer_total.image_shared_bytes, 0) AS image_shared_bytes,
  coalesce(layer_total.cache_only_bytes, 0) AS cache_only_bytes,
  coalesce(layer_total.untagged_only_bytes, 0) AS untagged_only_bytes
FROM cache_total
LEFT JOIN layer_total
  ON layer_total.place = cache_total.place
  AND layer_total.repository IS NOT DISTINCT FROM cache_total.repository
ORDER BY cache_total.place, cache_only_bytes DESC, cache_total.repository NULLS FIRST
