-- Which images does nobody pull, and what would go with them?
-- After simulate pulls with a trace, or the log of a registry as one: images that no request of it pulled. Without a trace:
-- images that were built more than 180 days before the last ingest, and are not the newest of a repository. Of those that
-- state a time before 2000, as reproducible builds do, that is not known. First a row ALL, then one row an image and tag,
-- the most freed_bytes first. A layer that only such images list is in freed_bytes of each, so rows do not add up; ALL
-- counts it once. What a log does not cover is not known, such as pulls before it began or by a mirror: look before you
-- delete.
--
-- subject: registry
-- first: repository tag freed_bytes layer_bytes age_days pulls image_digest
WITH
-- One row per layer that was read and some image lists: is_unused is 1 if all of these images are.
layer_use AS (
  SELECT image_layer.layer_digest, min(image_use.is_unused) AS is_unused
  FROM image_layer
  JOIN image_use ON image_use.image_digest = image_layer.image_digest
  GROUP BY image_layer.layer_digest
),
-- One row per unused image.
image_bytes AS (
  SELECT
    member.image_digest,
    sum(layer.compressed_bytes) AS layer_bytes,
    sum(layer_use.is_unused * layer.compressed_bytes) AS freed_bytes
  FROM (SELECT DISTINCT image_digest, layer_digest FROM image_layer) AS member
  JOIN layer ON layer.layer_digest = member.layer_digest
  JOIN layer_use ON layer_use.layer_digest = member.layer_digest
  GROUP BY member.image_digest
),
line AS (
  SELECT
    0 AS gathered, 'ALL' AS repository, CAST(NULL AS STRING) AS tag, CAST(NULL AS STRING) AS image_digest,
    CAST(NULL AS DOUBLE) AS age_days, CAST(NULL AS BIGINT) AS pulls,
    sum(layer.compressed_bytes) AS layer_bytes,
    sum(layer_use.is_unused * layer.compressed_bytes) AS freed_bytes
  FROM layer
  JOIN layer_use ON layer_use.layer_digest = layer.layer_digest
  HAVING count(*) > 0
  UNION ALL
  SELECT
    1, image_tag.repository, image_tag.tag, image_use.image_digest, image_use.age_days, image_use.pulls,
    coalesce(image_bytes.layer_bytes, 0), coalesce(image_bytes.freed_bytes, 0)
  FROM image_use
  LEFT JOIN image_tag ON image_tag.image_digest = image_use.image_digest
  LEFT JOIN image_bytes ON image_bytes.image_digest = image_use.image_digest
  WHERE image_use.is_unused = 1
)
SELECT
  -- repository: null for an image in none; tag null where none leads to the image.
  repository,
  tag,
  image_digest,
  -- age_days: from the time that the image says it was built at to the last ingest.
  age_days,
  -- pulls: of the image in the trace, in any repository; null without a trace.
  pulls,
  -- layer_bytes: the blobs of its layers; in row ALL those of all images.
  layer_bytes,
  -- freed_bytes: of them, those that no other image lists but unused ones. With prices.storage-gb-month also
  --   freed_month_cost.
  freed_bytes
  /* prices: storage of line.freed_bytes as freed_month_cost */
FROM line
ORDER BY gathered, freed_bytes DESC, repository NULLS LAST, tag NULLS LAST, image_digest
