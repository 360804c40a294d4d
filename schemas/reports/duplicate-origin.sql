-- Where do duplicate files come from: the same layer, the same image, the same repository, or elsewhere?
-- Every copy of a content beyond the first is a duplicate and stands in exactly one row. The layers that hold a content
-- are put in the order of their digests. Copies beyond the first within a layer are `same layer`. The first copy of a
-- later layer is `same image` when an earlier layer with the content is in a common image, else `same repository` when
-- an earlier one is in a common repository, else `elsewhere`. Where a layer with the content, up to this one, is in an image
-- whose repository nobody stated (a layout or archive without names), it is `unknown` instead of elsewhere: the repository
-- may be the same; a row that stands only where there is any. (Digests order at random, so no layer is preferred; the
-- sum of all duplicates does not depend on the order.)
-- Files are FILE rows of the layers read, each layer once, base layers included: a hard link is no copy, the empty file
-- moves counts only. bytes_ratio is against all file bytes, duplicate_bytes_ratio against the bytes of all duplicates.
-- Cost: contents in the same layers count as one; those of several layers are expanded to the images and repositories of
-- their layers; one pass over these rows finds the earliest layer of each owner, so copies are never compared with each other.
--
-- subject: registry
-- first: origin duplicate_files duplicate_bytes duplicate_bytes_ratio bytes_ratio
-- gate: bytes_ratio
-- chart: bars x=origin y=duplicate_bytes; Duplicate bytes by where their first copy is
WITH
layer_key AS (
  SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) AS INTEGER) AS layer_key
  FROM layer
),
image_key AS (
  SELECT image_digest, CAST(row_number() OVER (ORDER BY image_digest) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT image_digest FROM image_layer) AS listed
),
-- Repositories count downwards from -1, so that one integer is either an image or a repository.
repository_key AS (
  SELECT repository, CAST(-row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag WHERE repository IS NOT NULL) AS held
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
-- Contents by the layers that hold them: the files of a layer mostly go together. Numbers are sorted below, as digests
-- take several times as long.
content AS (
  SELECT
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    array_sort(array_agg(DISTINCT layer_key.layer_key)) AS layers
  FROM layer_recipe
  JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.fingerprint
  HAVING min(layer_key.layer_key) < max(layer_key.layer_key)
),
bundle AS (
  SELECT CAST(row_number() OVER (ORDER BY example) AS INTEGER) AS bundle_key, example, files, bytes
  FROM (
    SELECT min(fingerprint) AS example, count(*) AS files, sum(bytes) AS bytes
    FROM content
    GROUP BY layers
  ) AS grouped
),
holding AS (
  SELECT DISTINCT bundle.bundle_key, bundle.files, bundle.bytes, layer_key.layer_key
  FROM bundle
  JOIN layer_recipe ON layer_recipe.fingerprint = bundle.example
  JOIN layer_key ON layer_key.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
),
owned AS (
  SELECT
    holding.bundle_key, holding.files, holding.bytes, holding.layer_key, owner.owner_key,
    min(holding.layer_key) OVER (PARTITION BY holding.bundle_key, owner.owner_key) AS first_layer
  FROM holding
  JOIN owner ON owner.layer_key = holding.layer_key
),
-- Later layers of which an owner is not known, or that of an earlier one.
unsure AS (
  SELECT holding.bundle_key, holding.layer_key, holding.files, holding.bytes
  FROM (
    SELECT
      holding.bundle_key,
      holding.layer_key,
      holding.files,
      holding.bytes,
      min(holding.layer_key) OVER (PARTITION BY holding.bundle_key) AS first_layer,
      min(nameless.layer_key) OVER (PARTITION BY holding.bundle_key) AS first_nameless
    FROM holding
    LEFT JOIN nameless ON nameless.layer_key = holding.layer_key
  ) AS holding
  WHERE first_layer < layer_key AND first_nameless <= layer_key
),
-- The closest relation of a layer to an earlier one: 2 same image, 3 same repository, 4 elsewhere.
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
    sum(bytes * copies) AS bytes,
    sum(copies) AS files,
    sum(copies - 1) AS duplicates,
    sum(bytes * (copies - 1)) AS duplicate_bytes,
    sum(copies - layers) AS repeats,
    sum(bytes * (copies - layers)) AS repeat_bytes,
    sum(layers - 1) AS later_layers,
    sum(bytes * (layers - 1)) AS later_bytes
  FROM file_sharing
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
-- A later layer that shares no owner with an earlier one is elsewhere; so are layers in no image.
line AS (
  SELECT 1 AS place, 'same layer' AS origin, repeats AS files, repeat_bytes AS bytes FROM whole
  UNION ALL
  SELECT names.place, names.origin, kin.files, kin.bytes
  FROM (VALUES (2, 'same image'), (3, 'same repository')) AS names (place, origin)
  LEFT JOIN kin ON kin.place = names.place
  UNION ALL
  SELECT
    4,
    'elsewhere',
    whole.later_layers - kin_total.files - unstated.files,
    whole.later_bytes - kin_total.bytes - unstated.bytes
  FROM whole
  CROSS JOIN kin_total
  CROSS JOIN unstated
  UNION ALL
  SELECT 5, 'unknown', files, bytes
  FROM unstated
  WHERE files > 0
)
SELECT
  line.origin,
  CAST(coalesce(line.files, 0) AS BIGINT) AS duplicate_files,
  CAST(coalesce(line.bytes, 0) AS BIGINT) AS duplicate_bytes,
  CAST(coalesce(line.files, 0) AS DOUBLE) / nullif(CAST(whole.files AS DOUBLE), 0) AS files_ratio,
  CAST(coalesce(line.bytes, 0) AS DOUBLE) / nullif(CAST(whole.bytes AS DOUBLE), 0) AS bytes_ratio,
  CAST(coalesce(line.files, 0) AS DOUBLE) / nullif(CAST(whole.duplicates AS DOUBLE), 0)
    AS duplicate_files_ratio,
  CAST(coalesce(line.bytes, 0) AS DOUBLE) / nullif(CAST(whole.duplicate_bytes AS DOUBLE), 0)
    AS duplicate_bytes_ratio
FROM line
CROSS JOIN whole
ORDER BY line.place
