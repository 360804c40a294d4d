-- The definition of table file_origin, one SELECT for both engines: the number and bytes of duplicate files by origin.
-- `varve derive` counts the same in the fold that makes file_sharing. A test compares the two. Contents in exactly the
-- same layers are counted together (CTE bundle). CTE owned finds the first layer of each image and repository in one
-- pass, so copies are never compared pairwise.
WITH
layer_key AS (
  SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) AS INTEGER) AS layer_key
  FROM layer
),
image_key AS (
  SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT image_digest FROM image_layer) AS listed
),
-- Repositories are numbered downwards from -1 and images upwards from 1, so that one integer names either.
repository_key AS (
  SELECT repository, CAST(-row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL) AS contained
),
image_member AS (
  SELECT DISTINCT image_key.image_digest, image_key.owner_key, layer_key.layer_key
  FROM image_layer
  JOIN image_key ON image_key.image_digest = image_layer.image_digest
  JOIN layer_key ON layer_key.layer_digest = image_layer.layer_digest
),
owner AS (
  SELECT layer_key, owner_key FROM image_member
  UNION ALL
  SELECT DISTINCT image_member.layer_key, repository_key.owner_key
  FROM image_member
  JOIN image_tag ON image_tag.image_digest = image_member.image_digest
  JOIN repository_key ON repository_key.repository = image_tag.repository
),
nameless AS (
  SELECT DISTINCT image_member.layer_key
  FROM image_member
  JOIN image_tag ON image_tag.image_digest = image_member.image_digest
  WHERE image_tag.repository IS NULL
),
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
containing AS (
  SELECT DISTINCT bundle.bundle_key, bundle.files, bundle.bytes, layer_key.layer_key
  FROM bundle
  JOIN layer_recipe ON layer_recipe.fingerprint = bundle.example
  JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
),
owned AS (
  SELECT
    containing.bundle_key, containing.files, containing.bytes, containing.layer_key, owner.owner_key,
    min(containing.layer_key) OVER (PARTITION BY containing.bundle_key, owner.owner_key) AS first_layer
  FROM containing
  JOIN owner ON owner.layer_key = containing.layer_key
),
-- Later layers with the content whose origin may be a repository that nobody stated. They, or an earlier layer with the
-- content, are in an image of an unstated repository. Such a layer counts as "unknown" unless CTE kinship has a
-- relation for it.
unsure AS (
  SELECT containing.bundle_key, containing.layer_key, containing.files, containing.bytes
  FROM (
    SELECT
      containing.bundle_key,
      containing.layer_key,
      containing.files,
      containing.bytes,
      min(containing.layer_key) OVER (PARTITION BY containing.bundle_key) AS first_layer,
      min(nameless.layer_key) OVER (PARTITION BY containing.bundle_key) AS first_nameless
    FROM containing
    LEFT JOIN nameless ON nameless.layer_key = containing.layer_key
  ) AS containing
  WHERE first_layer < layer_key AND first_nameless <= layer_key
),
-- The closest relation of a layer to an earlier one with the same content: 2 = same image, 3 = same repository.
kinship AS (
  SELECT
    bundle_key, layer_key, min(files) AS files, min(bytes) AS bytes, min(CASE WHEN owner_key > 0 THEN 2 ELSE 3 END) AS place
  FROM owned
  WHERE first_layer < layer_key
  GROUP BY bundle_key, layer_key
),
kin AS (
  SELECT place, sum(files) AS files, sum(bytes) AS bytes
  FROM kinship
  GROUP BY place
),
whole AS (
  SELECT
    count(*) AS contents,
    sum(copies - owners) AS repeats,
    sum(bytes * (copies - owners)) AS repeat_bytes,
    sum(owners - 1) AS later_layers,
    sum(bytes * (owners - 1)) AS later_bytes
  FROM content
),
unstated AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes
  FROM (
    SELECT sum(unsure.files) AS files, sum(unsure.bytes) AS bytes
    FROM unsure
    LEFT JOIN kinship ON kinship.bundle_key = unsure.bundle_key AND kinship.layer_key = unsure.layer_key
    WHERE kinship.place IS NULL
  ) AS counted
),
kin_total AS (
  SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM kin
),
-- What is left is elsewhere: later layers without a common owner, among them layers in no image.
line AS (
  SELECT 'same layer' AS origin, repeats AS files, repeat_bytes AS bytes FROM whole
  UNION ALL
  SELECT names.origin, kin.files, kin.bytes
  FROM (VALUES (2, 'same image'), (3, 'same repository')) AS names (place, origin)
  LEFT JOIN kin ON kin.place = names.place
  UNION ALL
  SELECT
    'elsewhere',
    whole.later_layers - kin_total.files - unstated.files,
    whole.later_bytes - kin_total.bytes - unstated.bytes
  FROM whole
  CROSS JOIN kin_total
  CROSS JOIN unstated
  UNION ALL
  SELECT 'unknown', files, bytes FROM unstated
)
SELECT
  line.origin,
  coalesce(line.files, 0) AS files,
  coalesce(line.bytes, 0) AS bytes
FROM line
CROSS JOIN whole
WHERE whole.contents > 0
