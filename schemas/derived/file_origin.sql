-- The definition of table file_origin, one SELECT for both engines: the number and bytes of duplicate files by origin.
-- `varve derive` counts the same in the fold that makes file_sharing. A test compares the two. Contents in exactly the
-- same layers are counted together (CTE bundle). CTE owned_bundle_layer finds the first layer of each image and
-- repository in one pass, so copies are never compared pairwise.
WITH
-- Layers that were read, numbered from 1 in the order of their digests.
layer_key AS (
  SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) AS INTEGER) AS layer_key
  FROM layer
),
-- Images, numbered from 1.
image_key AS (
  SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT image_digest FROM image_layer) AS listed
),
-- Repositories are numbered downwards from -1 and images upwards from 1, so that one integer names either.
repository_key AS (
  SELECT repository, CAST(-row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL) AS contained
),
-- One row per image and distinct layer of it.
image_member_layer AS (
  SELECT DISTINCT image_key.image_digest, image_key.owner_key, layer_key.layer_key
  FROM image_layer
  JOIN image_key ON image_key.image_digest = image_layer.image_digest
  JOIN layer_key ON layer_key.layer_digest = image_layer.layer_digest
),
-- One row per layer and owner of it: an image or a repository.
layer_owner_key AS (
  SELECT layer_key, owner_key FROM image_member_layer
  UNION ALL
  SELECT DISTINCT image_member_layer.layer_key, repository_key.owner_key
  FROM image_member_layer
  JOIN image_tag ON image_tag.image_digest = image_member_layer.image_digest
  JOIN repository_key ON repository_key.repository = image_tag.repository
),
-- Layers of an image whose repository nobody stated.
unstated_layer AS (
  SELECT DISTINCT image_member_layer.layer_key
  FROM image_member_layer
  JOIN image_tag ON image_tag.image_digest = image_member_layer.image_digest
  WHERE image_tag.repository IS NULL
),
-- One row per distinct content of files, with the sorted numbers of the layers that contain it. owners is the
-- number of these layers.
content AS (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    count(*) AS copies,
    count(DISTINCT layer_key.layer_key) AS owners,
    array_sort(array_agg(DISTINCT layer_key.layer_key)) AS layers
  FROM layer_recipe
  JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.fingerprint
),
-- One row per set of layers with the same contents: files of a layer mostly occur together, so there are few sets.
-- Layers are numbers here, as sorting digests takes several times as long.
bundle AS (
  SELECT CAST(row_number() OVER (ORDER BY example) AS INTEGER) AS bundle_key, example, files, bytes
  FROM (
    SELECT min(fingerprint) AS example, count(*) AS files, sum(bytes) AS bytes
    FROM content
    WHERE owners > 1
    GROUP BY layers
  ) AS grouped
),
-- One row per bundle and layer that contains it.
bundle_layer AS (
  SELECT DISTINCT bundle.bundle_key, bundle.files, bundle.bytes, layer_key.layer_key
  FROM bundle
  JOIN layer_recipe ON layer_recipe.fingerprint = bundle.example
  JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
),
-- One row per bundle, layer with it and owner of the layer. first_layer is the first layer of this owner that
-- contains the bundle.
owned_bundle_layer AS (
  SELECT
    bundle_layer.bundle_key, bundle_layer.files, bundle_layer.bytes, bundle_layer.layer_key, layer_owner_key.owner_key,
    min(bundle_layer.layer_key) OVER (PARTITION BY bundle_layer.bundle_key, layer_owner_key.owner_key) AS first_layer
  FROM bundle_layer
  JOIN layer_owner_key ON layer_owner_key.layer_key = bundle_layer.layer_key
),
-- Later layers with the content whose origin may be a repository that nobody stated. They, or an earlier layer with the
-- content, are in an image of an unstated repository. Such a layer counts as "unknown" unless CTE relation has a row
-- for it.
unsure_bundle_layer AS (
  SELECT bundle_layer.bundle_key, bundle_layer.layer_key, bundle_layer.files, bundle_layer.bytes
  FROM (
    SELECT
      bundle_layer.bundle_key,
      bundle_layer.layer_key,
      bundle_layer.files,
      bundle_layer.bytes,
      min(bundle_layer.layer_key) OVER (PARTITION BY bundle_layer.bundle_key) AS first_layer,
      min(unstated_layer.layer_key) OVER (PARTITION BY bundle_layer.bundle_key) AS first_unstated
    FROM bundle_layer
    LEFT JOIN unstated_layer ON unstated_layer.layer_key = bundle_layer.layer_key
  ) AS bundle_layer
  WHERE first_layer < layer_key AND first_unstated <= layer_key
),
-- The closest relation of a layer to an earlier one with the same content: 2 = same image, 3 = same repository.
relation AS (
  SELECT
    bundle_key, layer_key, min(files) AS files, min(bytes) AS bytes, min(CASE WHEN owner_key > 0 THEN 2 ELSE 3 END) AS place
  FROM owned_bundle_layer
  WHERE first_layer < layer_key
  GROUP BY bundle_key, layer_key
),
-- One row per place (2 = same image, 3 = same repository): the copies with that closest relation.
related_total AS (
  SELECT place, sum(files) AS files, sum(bytes) AS bytes
  FROM relation
  GROUP BY place
),
-- One row: all contents, copies beyond the first within a layer (repeat), and further layers with a content
-- (later).
total AS (
  SELECT
    count(*) AS contents,
    sum(copies - owners) AS repeats,
    sum(bytes * (copies - owners)) AS repeat_bytes,
    sum(owners - 1) AS later_layers,
    sum(bytes * (owners - 1)) AS later_bytes
  FROM content
),
-- One row: copies in later layers whose origin is unknown.
unknown_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes
  FROM (
    SELECT sum(unsure_bundle_layer.files) AS files, sum(unsure_bundle_layer.bytes) AS bytes
    FROM unsure_bundle_layer
    LEFT JOIN relation
      ON relation.bundle_key = unsure_bundle_layer.bundle_key
      AND relation.layer_key = unsure_bundle_layer.layer_key
    WHERE relation.place IS NULL
  ) AS counted
),
-- One row: copies in later layers with any relation.
all_related_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM related_total
),
-- One row per origin. Origin elsewhere is the rest: later layers without a common owner, among them layers in no
-- image.
origin_total AS (
  SELECT 'same layer' AS origin, repeats AS files, repeat_bytes AS bytes FROM total
  UNION ALL
  SELECT names.origin, related_total.files, related_total.bytes
  FROM (VALUES (2, 'same image'), (3, 'same repository')) AS names (place, origin)
  LEFT JOIN related_total ON related_total.place = names.place
  UNION ALL
  SELECT
    'elsewhere',
    total.later_layers - all_related_total.files - unknown_total.files,
    total.later_bytes - all_related_total.bytes - unknown_total.bytes
  FROM total
  CROSS JOIN all_related_total
  CROSS JOIN unknown_total
  UNION ALL
  SELECT 'unknown', files, bytes FROM unknown_total
)
SELECT
  origin_total.origin,
  coalesce(origin_total.files, 0) AS files,
  coalesce(origin_total.bytes, 0) AS bytes
FROM origin_total
CROSS JOIN total
WHERE total.contents > 0
