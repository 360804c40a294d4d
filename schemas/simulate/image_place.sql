-- One row per scheme and distinct file content: where it is located if every content is stored once. A store is a
-- sequence of blocks of `size` bytes that are filled one after another. The schemes are:
-- by-layer: a store per layer; a content is stored for the first layer that contains it.
-- by-repository: a store per repository; a content is stored for the first repository that contains it, layer by layer.
-- global: one store, sorted by fingerprint. "First" is by name. start_bytes counts from the beginning of the store,
-- first_block from the first block of the scheme.
-- Reads:
--   image_file: one row per layer and distinct content (image_file.sql).
WITH
-- One row per layer that a tagged image lists: the first of its repositories.
layer_repository AS (
  SELECT image_layer.layer_digest, min(image_tag.repository) AS repository
  FROM image_layer
  JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
  GROUP BY image_layer.layer_digest
),
-- One row per distinct content: its first layer, its position there, and its first repository.
content AS (
  SELECT
    image_file.fingerprint,
    image_file.bytes,
    min(image_file.layer_digest) AS first_layer,
    min_by(image_file.position, image_file.layer_digest) AS position,
    coalesce(min(layer_repository.repository), '') AS repository
  FROM image_file
  LEFT JOIN layer_repository ON layer_repository.layer_digest = image_file.layer_digest
  GROUP BY image_file.fingerprint, image_file.bytes
),
-- One row per scheme and content. A bucket is a slice of a store: running sums are computed per bucket in parallel,
-- then shifted by the earlier buckets. Buckets are in the order of their names.
stored_content AS (
  SELECT 'by-layer' AS scheme, first_layer AS store, '' AS bucket, position, fingerprint, bytes
  FROM content
  UNION ALL
  SELECT 'by-repository', repository, first_layer, position, fingerprint, bytes
  FROM content
  UNION ALL
  SELECT 'global', '', substr(hex(fingerprint), 1, 3), 0, fingerprint, bytes
  FROM content
),
-- The same rows; end_bytes is where the content ends, counted from the start of its bucket.
bucket_content AS (
  SELECT
    *,
    sum(bytes) OVER (PARTITION BY scheme, store, bucket ORDER BY position, fingerprint) AS end_bytes
  FROM stored_content
),
-- One row per bucket.
bucket_bytes AS (
  SELECT scheme, store, bucket, sum(bytes) AS bytes
  FROM stored_content
  GROUP BY scheme, store, bucket
),
-- One row per bucket: where it starts in its store.
bucket_start AS (
  SELECT
    scheme, store, bucket, sum(bytes) OVER (PARTITION BY scheme, store ORDER BY bucket) - bytes AS start_bytes
  FROM bucket_bytes
),
-- One row per store.
store_bytes AS (
  SELECT scheme, store, sum(bytes) AS bytes
  FROM bucket_bytes
  GROUP BY scheme, store
),
-- One row per store with its number of blocks: its bytes divided by `size`, rounded up. The remainder is subtracted
-- before the division, as engines round a fraction differently when it is cast to an integer.
store_blocks AS (
  SELECT
    scheme,
    store,
    bytes,
    CAST((bytes + :size - 1 - (bytes + :size - 1) % :size) / :size AS BIGINT) AS blocks
  FROM store_bytes
),
-- One row per store: the number of its first block among the blocks of the scheme.
store_block AS (
  SELECT scheme, store, bytes, sum(blocks) OVER (PARTITION BY scheme ORDER BY store) - blocks AS first_block
  FROM store_blocks
)
SELECT
  bucket_content.scheme,
  bucket_content.fingerprint,
  bucket_content.bytes,
  start_bytes + end_bytes - bucket_content.bytes AS start_bytes,
  store_block.bytes AS store_bytes,
  store_block.first_block
FROM bucket_content
JOIN bucket_start
  ON bucket_start.scheme = bucket_content.scheme
  AND bucket_start.store = bucket_content.store
  AND bucket_start.bucket = bucket_content.bucket
JOIN store_block ON store_block.scheme = bucket_content.scheme AND store_block.store = bucket_content.store
