-- How widely is every file content shared? One row a fingerprint; see tables/file_sharing.sql.
-- Counted are FILE rows of published layers; hard links, whiteouts and all that is no FILE are left out.
--
-- Nothing here holds a list or a set for one fingerprint: every step is a group-by over flat rows, which spills.
-- The wide strings (digests, repository names) become integers before anything is shuffled. The integers are row
-- numbers, so two layers can never meet in one key.
--
-- `holding` has one row a (fingerprint, layer). Its input is shuffled by fingerprint alone, so that both group-bys run
-- on that one distribution. The recipes are shuffled twice in all: once with the sizes for the result, once without for
-- the sets of layers, which `chosen` and `set_owner` share.
--
-- Owners. Expanding every (fingerprint, layer) to the images of the layer would repeat each file of a base layer for
-- every image built on it. So:
--   * a fingerprint held by one layer takes the numbers of that layer, which are counted once a layer;
--   * fingerprints held by exactly the same set of layers have exactly the same owners, so one of them is expanded.
-- Sets are told apart by (size, xor of one 64-bit hash of the members, xor of a second one with another seed).
-- Two different sets of equal size collide only if the xor over their symmetric difference, which is not empty, is
-- zero in both: with hashes that behave as random, 2^-128 for a pair of sets. G different sets make fewer than
-- G^2 / 2 pairs; for G = 10^10 that is below 10^20 / 2 / 3.4 * 10^-38 = 1.5 * 10^-19 for the whole table.
WITH
layer_key AS (
  SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) AS INT) AS layer_key
  FROM layer
),
image_key AS (
  SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) AS INT) AS owner_key
  FROM (SELECT DISTINCT image_digest FROM image_layer)
),
-- Repositories count downwards from -1, so that one integer column tells an image from a repository.
repository_key AS (
  SELECT repository, -CAST(row_number() OVER (ORDER BY repository) AS INT) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag)
),
image_member AS (
  SELECT DISTINCT image_key.image_digest, image_key.owner_key, layer_key.layer_key
  FROM image_layer
  JOIN image_key ON image_key.image_digest = image_layer.image_digest
  JOIN layer_key ON layer_key.layer_digest = image_layer.layer_digest
),
-- An untagged row (tag IS NULL) still says that the repository holds the image.
repository_image AS (
  SELECT DISTINCT image_tag.image_digest, repository_key.owner_key
  FROM image_tag
  JOIN repository_key ON repository_key.repository = image_tag.repository
),
owner AS (
  SELECT layer_key, owner_key FROM image_member
  UNION ALL
  SELECT DISTINCT image_member.layer_key, repository_image.owner_key
  FROM image_member
  JOIN repository_image ON repository_image.image_digest = image_member.image_digest
),
layer_use AS (
  SELECT
    layer_key,
    count_if(owner_key > 0) AS images,
    count_if(owner_key < 0) AS repositories
  FROM owner
  GROUP BY layer_key
),
holding AS (
  SELECT fingerprint, layer_key, count(*) AS copies, min(bytes) AS bytes
  FROM (
    SELECT /*+ REPARTITION(fingerprint), BROADCAST(layer_key) */
      layer_recipe.fingerprint, layer_key.layer_key, layer_recipe.bytes
    FROM layer_recipe
    JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
    WHERE layer_recipe.kind = 'FILE' AND layer_recipe.fingerprint IS NOT NULL
  )
  GROUP BY fingerprint, layer_key
),
content AS (
  SELECT
    fingerprint,
    min(bytes) AS bytes,
    sum(copies) AS copies,
    count(*) AS layers,
    min(layer_key) AS first_layer,
    bit_xor(xxhash64(1, layer_key)) AS set_hash_1,
    bit_xor(xxhash64(2, layer_key)) AS set_hash_2
  FROM holding
  GROUP BY fingerprint
),
chosen AS (
  SELECT min(fingerprint) AS fingerprint, layers, set_hash_1, set_hash_2
  FROM content
  WHERE layers > 1
  GROUP BY layers, set_hash_1, set_hash_2
),
set_owner AS (
  SELECT DISTINCT chosen.layers, chosen.set_hash_1, chosen.set_hash_2, owner.owner_key
  FROM chosen
  JOIN holding ON holding.fingerprint = chosen.fingerprint
  JOIN owner ON owner.layer_key = holding.layer_key
),
set_use AS (
  SELECT
    layers, set_hash_1, set_hash_2,
    count_if(owner_key > 0) AS images,
    count_if(owner_key < 0) AS repositories
  FROM set_owner
  GROUP BY layers, set_hash_1, set_hash_2
)
SELECT /*+ BROADCAST(layer_use) */
  content.fingerprint,
  content.bytes,
  content.copies,
  content.layers,
  coalesce(layer_use.images, set_use.images, 0) AS images,
  coalesce(layer_use.repositories, set_use.repositories, 0) AS repositories
FROM content
LEFT JOIN layer_use
  ON content.layers = 1
  AND layer_use.layer_key = content.first_layer
LEFT JOIN set_use
  ON set_use.layers = content.layers
  AND set_use.set_hash_1 = content.set_hash_1
  AND set_use.set_hash_2 = content.set_hash_2
