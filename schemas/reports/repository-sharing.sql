-- What does each repository store alone, and with which other one does it share most?
-- One row a repository. Exclusive is what nothing else contains, as decomposition has it: neither another repository
-- nor an image that no repository contains, or nobody knows which. The rest of its bytes is shared. What more than 50
-- repositories contain, files or layers, says nothing of a pair. Counted are layers that were read and their FILE rows.
-- Needs no derive; after one it is faster. Cost: files in the same layers count as one, so do these in the same
-- repositories; pairs come only from what both contain.
--
-- subject: registry
-- first: repository file_bytes exclusive_file_bytes shared_with shared_with_file_bytes layer_bytes
-- chart: bars x=repository y=file_bytes+exclusive_file_bytes top=20; Distinct files of each repository and those that it stores alone
WITH
repository_key AS (
  SELECT repository, CAST(row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL) AS contained
),
layer_key AS (
  SELECT layer.layer_digest, layer.compressed_bytes, layer_number.layer_number AS layer_key
  FROM layer
  JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
),
-- Owner 0 is who nobody knows.
layer_owner AS (
  SELECT
    layer_key.layer_key, min(layer_key.compressed_bytes) AS layer_bytes,
    array_sort(array_agg(DISTINCT coalesce(repository_key.owner_key, 0))) AS owner_keys,
    count(DISTINCT coalesce(repository_key.owner_key, 0)) AS owners,
    min(coalesce(repository_key.owner_key, 0)) AS least_key
  FROM layer_key
  LEFT JOIN image_layer ON image_layer.layer_digest = layer_key.layer_digest
  LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
  LEFT JOIN repository_key ON repository_key.repository = image_tag.repository
  GROUP BY layer_key.layer_key
),
-- Layers by their owners: the first of those with the same represents all.
layer_set AS (
  SELECT layer_owner.*, min(layer_key) OVER (PARTITION BY owner_keys) AS set_key
  FROM layer_owner
),
set_owner AS (
  SELECT layer_key AS set_key, explode(owner_keys) AS owner_key
  FROM layer_set
  WHERE layer_key = set_key
),
-- Contents in the same layers count as one, and then those in layers of the same owners.
contained_in AS (
  SELECT bundle, bytes, explode(layers) AS layer_key FROM bundled_file
),
content AS (
  SELECT /*+ BROADCAST(layer_set) */
    contained_in.bundle, min(contained_in.bytes) AS bytes, array_sort(array_agg(DISTINCT layer_set.set_key)) AS set_keys
  FROM (SELECT /*+ REPARTITION(bundle) */ bundle, bytes, layer_key FROM contained_in) AS contained_in
  JOIN layer_set ON layer_set.layer_key = contained_in.layer_key
  GROUP BY contained_in.bundle
),
bundle AS (
  SELECT example, bytes, explode(set_keys) AS set_key
  FROM (SELECT min(bundle) AS example, sum(bytes) AS bytes, set_keys FROM content GROUP BY set_keys) AS summed
),
-- Layers are things too, with their own bytes.
thing AS (
  SELECT /*+ BROADCAST(set_owner) */
    min(bundle.bytes) AS bytes,
    0 AS layer_bytes,
    array_sort(array_agg(DISTINCT set_owner.owner_key)) AS owner_keys,
    count(DISTINCT set_owner.owner_key) AS owners,
    min(set_owner.owner_key) AS least_key
  FROM (SELECT /*+ REPARTITION(example) */ example, bytes, set_key FROM bundle) AS bundle
  JOIN set_owner ON set_owner.set_key = bundle.set_key
  GROUP BY bundle.example
  UNION ALL
  SELECT 0, layer_bytes, owner_keys, owners, least_key FROM layer_set
),
-- Things by the repositories that contain them.
alike AS (
  SELECT
    owner_keys, sum(bytes) AS bytes, sum(layer_bytes) AS layer_bytes, min(owners) AS owners,
    min(owners - CASE WHEN least_key = 0 THEN 1 ELSE 0 END) AS repositories
  FROM thing
  GROUP BY owner_keys
  HAVING /* once */ true
),
member AS (
  SELECT bytes, layer_bytes, owners, repositories, explode(owner_keys) AS owner_key
  FROM alike
),
summed AS (
  SELECT
    owner_key,
    sum(bytes) AS bytes,
    sum(CASE WHEN owners = 1 THEN bytes ELSE 0 END) AS exclusive_bytes,
    sum(CASE WHEN repositories > 50 THEN bytes ELSE 0 END) AS common_bytes,
    sum(layer_bytes) AS layer_bytes,
    sum(CASE WHEN owners = 1 THEN layer_bytes ELSE 0 END) AS exclusive_layer_bytes
  FROM member
  GROUP BY owner_key
),
met AS (
  SELECT owner_key, bytes, layer_bytes, explode(owner_keys) AS other_key
  FROM (
    SELECT owner_keys, bytes, layer_bytes, explode(owner_keys) AS owner_key
    FROM alike
    WHERE repositories BETWEEN 2 AND 50 AND bytes + layer_bytes > 0
  ) AS one
),
pair AS (
  SELECT owner_key, other_key, sum(bytes) AS bytes, sum(layer_bytes) AS layer_bytes
  FROM met
  WHERE owner_key > 0 AND other_key > 0 AND other_key <> owner_key
  GROUP BY owner_key, other_key
),
ranked AS (
  SELECT
    pair.*,
    count(*) OVER (PARTITION BY owner_key) AS others,
    row_number() OVER (PARTITION BY owner_key ORDER BY bytes DESC, layer_bytes DESC, other_key) AS place
  FROM pair
)
SELECT
  repository_key.repository,
  -- layer_bytes: its distinct layers as they are stored, compressed.
  coalesce(summed.layer_bytes, 0) AS layer_bytes,
  coalesce(summed.exclusive_layer_bytes, 0) AS exclusive_layer_bytes,
  -- file_bytes: its distinct files.
  coalesce(summed.bytes, 0) AS file_bytes,
  coalesce(summed.exclusive_bytes, 0) AS exclusive_file_bytes,
  -- common_file_bytes: of files that more than 50 repositories contain.
  coalesce(summed.common_bytes, 0) AS common_file_bytes,
  -- sharing_repositories: all those with which it has bytes of files or of layers in common.
  coalesce(ranked.others, 0) AS sharing_repositories,
  -- shared_with: the repository with which it has the most bytes of files in common, each file once; among equals the
  --   one with more layers in common, then the first by name.
  other.repository AS shared_with,
  ranked.bytes AS shared_with_file_bytes,
  -- shared_with_layer_bytes: what the two have in common as layers already.
  ranked.layer_bytes AS shared_with_layer_bytes
FROM repository_key
LEFT JOIN summed ON summed.owner_key = repository_key.owner_key
LEFT JOIN ranked ON ranked.owner_key = repository_key.owner_key AND ranked.place = 1
LEFT JOIN repository_key AS other ON other.owner_key = ranked.other_key
ORDER BY file_bytes DESC, repository_key.repository
