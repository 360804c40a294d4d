-- The blocks that images touch when every distinct file of the registry is stored once, in blocks of :block_bytes
-- filled one after another: by-layer, in a store for the first layer that holds it; by-repository, in a store for the
-- first repository that holds it, layer after layer (an image of an unknown one is a repository of its own); global, in one store, in the order of the fingerprints. A file
-- longer than the rest of a block goes on in the next one. An image touches a block when one of its layers holds a file
-- of which some bytes lie there. First is first by name. Empty files are in no block. bytes are the block's.
WITH
held AS (
  SELECT fingerprint, bytes, layer_digest, min(position) AS position
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY fingerprint, bytes, layer_digest
),
layer_repository AS (
  SELECT image_layer.layer_digest, coalesce(min(image_tag.repository), min('@' || image_tag.image_digest)) AS repository
  FROM image_layer
  JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
  GROUP BY image_layer.layer_digest
),
content AS (
  SELECT
    held.fingerprint,
    held.bytes,
    min(struct(held.layer_digest, held.position)) AS first_place,
    coalesce(min(layer_repository.repository), '') AS repository
  FROM held
  LEFT JOIN layer_repository ON layer_repository.layer_digest = held.layer_digest
  GROUP BY held.fingerprint, held.bytes
),
-- Buckets only split long stores so that the running sums are parallel; they are in the order of their names.
stored AS (
  SELECT
    'by-layer' AS scheme, first_place.layer_digest AS store, '' AS bucket, first_place.position, fingerprint, bytes
  FROM content
  UNION ALL
  SELECT 'by-repository', repository, first_place.layer_digest, first_place.position, fingerprint, bytes
  FROM content
  UNION ALL
  SELECT 'global', '', substr(hex(fingerprint), 1, 3), 0, fingerprint, bytes
  FROM content
),
in_bucket AS (
  SELECT
    *,
    sum(bytes) OVER (PARTITION BY scheme, store, bucket ORDER BY position, fingerprint) AS end_bytes
  FROM stored
),
bucket_bytes AS (
  SELECT scheme, store, bucket, sum(bytes) AS bytes
  FROM stored
  GROUP BY scheme, store, bucket
),
bucket_start AS (
  SELECT
    scheme, store, bucket, sum(bytes) OVER (PARTITION BY scheme, store ORDER BY bucket) - bytes AS start_bytes
  FROM bucket_bytes
),
store_bytes AS (
  SELECT scheme, store, sum(bytes) AS bytes
  FROM bucket_bytes
  GROUP BY scheme, store
),
store_block AS (
  SELECT
    scheme,
    store,
    store_bytes.bytes,
    block_bytes,
    sum((store_bytes.bytes + block_bytes - 1) DIV block_bytes) OVER (PARTITION BY scheme ORDER BY store)
      - (store_bytes.bytes + block_bytes - 1) DIV block_bytes AS first_block
  FROM store_bytes
  CROSS JOIN (SELECT CAST(:block_bytes AS BIGINT) AS block_bytes)
),
placed AS (
  SELECT
    in_bucket.scheme,
    in_bucket.fingerprint,
    store_block.first_block,
    store_block.bytes AS store_bytes,
    block_bytes,
    explode(sequence(
      (start_bytes + end_bytes - in_bucket.bytes) DIV block_bytes, (start_bytes + end_bytes - 1) DIV block_bytes
    )) AS number
  FROM in_bucket
  JOIN bucket_start
    ON bucket_start.scheme = in_bucket.scheme
    AND bucket_start.store = in_bucket.store
    AND bucket_start.bucket = in_bucket.bucket
  JOIN store_block ON store_block.scheme = in_bucket.scheme AND store_block.store = in_bucket.store
),
layer_block AS (
  SELECT DISTINCT
    placed.scheme,
    held.layer_digest,
    first_block + number AS block,
    least(block_bytes, store_bytes - number * block_bytes) AS bytes
  FROM placed
  JOIN held ON held.fingerprint = placed.fingerprint
)
SELECT DISTINCT layer_block.scheme, false AS popular, block, image_digest AS owner, bytes
FROM layer_block
JOIN image_layer ON image_layer.layer_digest = layer_block.layer_digest
