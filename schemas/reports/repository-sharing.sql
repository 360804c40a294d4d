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
-- Repositories, numbered from 1.
repository_key AS (
  SELECT repository, CAST(row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL) AS contained
),
-- One row per layer, with its number of view layer_number.
numbered_layer AS (
  SELECT layer.layer_digest, layer.compressed_bytes, layer_number.layer_number AS layer_key
  FROM layer
  JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
),
-- One row per layer, with the sorted keys of the repositories that contain it. Key 0 stands for an unknown owner:
-- an image of an unknown repository, or no image.
layer_owner AS (
  SELECT
    numbered_layer.layer_key, min(numbered_layer.compressed_bytes) AS layer_bytes,
    array_sort(array_agg(DISTINCT coalesce(repository_key.owner_key, 0))) AS owner_keys,
    count(DISTINCT coalesce(repository_key.owner_key, 0)) AS owners,
    min(coalesce(repository_key.owner_key, 0)) AS least_key
  FROM numbered_layer
  LEFT JOIN image_layer ON image_layer.layer_digest = numbered_layer.layer_digest
  LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
  LEFT JOIN repository_key ON repository_key.repository = image_tag.repository
  GROUP BY numbered_layer.layer_key
),
-- One row per layer. set_key is the first layer of those with the same owners, and stands for all of them.
layer_set AS (
  SELECT layer_owner.*, min(layer_key) OVER (PARTITION BY owner_keys) AS set_key
  FROM layer_owner
),
-- One row per set of layers and owner of it.
set_owner AS (
  SELECT layer_key AS set_key, explode(owner_keys) AS owner_key
  FROM layer_set
  WHERE layer_key = set_key
),
-- One row per bundle (contents in exactly the same layers) and layer that contains it.
bundle_layer AS (
  SELECT bundle, bytes, explode(layers) AS layer_key FROM bundled_file
),
-- One row per bundle, with the sorted keys of the sets of layers that contain it.
bundle_sets AS (
  SELECT /*+ BROADCAST(layer_set) */
    bundle_layer.bundle, min(bundle_layer.bytes) AS bytes, array_sort(array_agg(DISTINCT layer_set.set_key)) AS set_keys
  FROM (SELECT /*+ REPARTITION(bundle) */ bundle, bytes, layer_key FROM bundle_layer) AS bundle_layer
  JOIN layer_set ON layer_set.layer_key = bundle_layer.layer_key
  GROUP BY bundle_layer.bundle
),
-- One row per group of bundles in the same sets of layers, and set; example names the group.
content_set AS (
  SELECT example, bytes, explode(set_keys) AS set_key
  FROM (SELECT min(bundle) AS example, sum(bytes) AS bytes, set_keys FROM bundle_sets GROUP BY set_keys) AS bundle_group
),
-- One row per group of bundles, and per layer, with its owners. Layers have bytes of their own, layer_bytes.
owned_thing AS (
  SELECT /*+ BROADCAST(set_owner) */
    min(content_set.bytes) AS bytes,
    0 AS layer_bytes,
    array_sort(array_agg(DISTINCT set_owner.owner_key)) AS owner_keys,
    count(DISTINCT set_owner.owner_key) AS owners,
    min(set_owner.owner_key) AS least_key
  FROM (SELECT /*+ REPARTITION(example) */ example, bytes, set_key FROM content_set) AS content_set
  JOIN set_owner ON set_owner.set_key = content_set.set_key
  GROUP BY content_set.example
  UNION ALL
  SELECT 0, layer_bytes, owner_keys, owners, least_key FROM layer_set
),
-- One row per list of owners: the bytes of all things that exactly these owners contain. repositories is their
-- number without the unknown owner.
owner_group AS (
  SELECT
    owner_keys, sum(bytes) AS bytes, sum(layer_bytes) AS layer_bytes, min(owners) AS owners,
    min(owners - CASE WHEN least_key = 0 THEN 1 ELSE 0 END) AS repositories
  FROM owned_thing
  GROUP BY owner_keys
  HAVING /* once */ true
),
-- One row per list of owners and owner in it.
owner_group_member AS (
  SELECT bytes, layer_bytes, owners, repositories, explode(owner_keys) AS owner_key
  FROM owner_group
),
-- One row per owner.
owner_total AS (
  SELECT
    owner_key,
    sum(bytes) AS bytes,
    sum(CASE WHEN owners = 1 THEN bytes ELSE 0 END) AS exclusive_bytes,
    sum(CASE WHEN repositories > 50 THEN bytes ELSE 0 END) AS common_bytes,
    sum(layer_bytes) AS layer_bytes,
    sum(CASE WHEN owners = 1 THEN layer_bytes ELSE 0 END) AS exclusive_layer_bytes
  FROM owner_group_member
  GROUP BY owner_key
),
-- One row per list of at most 50 owners, and pair of owners in it.
owner_pair_part AS (
  SELECT owner_key, bytes, layer_bytes, explode(owner_keys) AS other_key
  FROM (
    SELECT owner_keys, bytes, layer_bytes, explode(owner_keys) AS owner_key
    FROM owner_group
    WHERE repositories BETWEEN 2 AND 50 AND bytes + layer_bytes > 0
  ) AS shared_group
),
-- One row per pair of repositories: the bytes that both contain.
repository_pair AS (
  SELECT owner_key, other_key, sum(bytes) AS bytes, sum(layer_bytes) AS layer_bytes
  FROM owner_pair_part
  WHERE owner_key > 0 AND other_key > 0 AND other_key <> owner_key
  GROUP BY owner_key, other_key
),
-- place 1 is the repository with which the most bytes are in common.
ranked_pair AS (
  SELECT
    repository_pair.*,
    count(*) OVER (PARTITION BY owner_key) AS others,
    row_number() OVER (PARTITION BY owner_key ORDER BY bytes DESC, layer_bytes DESC, other_key) AS place
  FROM repository_pair
)
SELECT
  repository_key.repository,
  -- layer_bytes: its distinct layers as they are stored, compressed.
  coalesce(owner_total.layer_bytes, 0) AS layer_bytes,
  coalesce(owner_total.exclusive_layer_bytes, 0) AS exclusive_layer_bytes,
  -- file_bytes: its distinct files.
  coalesce(owner_total.bytes, 0) AS file_bytes,
  coalesce(owner_total.exclusive_bytes, 0) AS exclusive_file_bytes,
  -- common_file_bytes: of files that more than 50 repositories contain.
  coalesce(owner_total.common_bytes, 0) AS common_file_bytes,
  -- sharing_repositories: all those with which it has bytes of files or of layers in common.
  coalesce(ranked_pair.others, 0) AS sharing_repositories,
  -- shared_with: the repository with which it has the most bytes of files in common, each file once; among equals the
  --   one with more layers in common, then the first by name.
  other.repository AS shared_with,
  ranked_pair.bytes AS shared_with_file_bytes,
  -- shared_with_layer_bytes: what the two have in common as layers already.
  ranked_pair.layer_bytes AS shared_with_layer_bytes
FROM repository_key
LEFT JOIN owner_total ON owner_total.owner_key = repository_key.owner_key
LEFT JOIN ranked_pair ON ranked_pair.owner_key = repository_key.owner_key AND ranked_pair.place = 1
LEFT JOIN repository_key AS other ON other.owner_key = ranked_pair.other_key
ORDER BY file_bytes DESC, repository_key.repository
