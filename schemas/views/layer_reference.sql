-- One row a reference to a layer that was read: by an image that lists it, under a tag of a repository. Sets are chosen
-- from these: `varve report exclusive-bytes --where CONDITION`. An image that no tag leads to has tag null, one that no
-- repository contains has repository null too, a layer in no image has image null as well. A layer that an image lists
-- twice is one reference. Ages are counted in days up to the last `ingest registry`: age_days from the time that the
-- image says it was built at, seen_days from first_seen_at: when this tag led to this image first; of an image that no
-- repository contains, when the image was ingested first; of a layer in no image, when the layer was.
-- Every verb that reads has it. In DuckDB itself, unix_micros is epoch_us.
--
-- from: layer, image, image_layer, image_tag, image_category, run
-- optional: image_category for category
-- texts: repository, tag, image, layer, category, os, architecture
-- numbers: age_days, seen_days
-- times: built_at, first_seen_at
WITH
-- One row per image and distinct layer that it lists.
image_member AS (
  SELECT DISTINCT image_digest, layer_digest FROM image_layer
),
-- One row: when the last ingest of a registry began.
last_ingest AS (
  SELECT max(started_at) AS read_at FROM run WHERE verb = 'ingest registry'
),
-- One row per reference, without ages.
layer_listing AS (
  SELECT
    image_tag.repository,
    image_tag.tag,
    image_member.image_digest AS image,
    layer.layer_digest AS layer,
    image_category.category,
    image.os,
    image.architecture,
    image.created_at AS built_at,
    CASE
      WHEN image_tag.image_digest IS NOT NULL THEN image_tag.first_seen_at
      WHEN image_member.image_digest IS NOT NULL THEN image.first_seen_at
      ELSE layer.first_seen_at
    END AS first_seen_at
  FROM layer
  LEFT JOIN image_member ON image_member.layer_digest = layer.layer_digest
  LEFT JOIN image ON image.image_digest = image_member.image_digest
  LEFT JOIN image_tag ON image_tag.image_digest = image_member.image_digest
  LEFT JOIN image_category ON image_category.image_digest = image_member.image_digest
)
SELECT
  layer_listing.*,
  CAST(unix_micros(last_ingest.read_at) - unix_micros(layer_listing.built_at) AS DOUBLE) / 8.64E10 AS age_days,
  CAST(unix_micros(last_ingest.read_at) - unix_micros(layer_listing.first_seen_at) AS DOUBLE) / 8.64E10 AS seen_days
FROM layer_listing
CROSS JOIN last_ingest
