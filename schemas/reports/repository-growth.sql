-- Which repositories grew since a run, and by how much?
-- One row a repository to which the runs after --since RUN brought anything; without --since, what the last ingest of a
-- registry brought. Those with the most new_stored_bytes come first, ties by name, 50 of them. As a gate, --fail-above
-- 1GiB, all are compared, by new_stored_bytes. What several repositories contain counts in each of them, so rows do not
-- add up: report history has totals. Counted are layers that were read; rows without a first_seen_at, of earlier
-- versions, are never new, and what was deleted at the source is not subtracted. Needs no derive; after one it is
-- faster.
--
-- subject: registry
-- first: repository new_stored_bytes new_unique_file_bytes new_tags new_images new_layers stored_bytes
-- gate: new_stored_bytes
-- since
-- chart: bars x=repository y=stored_bytes+new_stored_bytes top=20
WITH
-- Runs of ingest registry; place 1 is the last one.
registry_ingest AS (
  SELECT started_at, row_number() OVER (ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb = 'ingest registry'
),
-- One row: the moment of --since RUN, otherwise the start of the last ingest but one.
since_moment AS (
  SELECT
    coalesce(CAST(/* since */ NULL AS TIMESTAMP), max(started_at), TIMESTAMP '1969-01-01 00:00:00') AS since_at
  FROM registry_ingest
  WHERE place = 2
),
-- Repositories, numbered from 1.
repository_key AS (
  SELECT repository, CAST(row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag) AS contained
),
-- One row per layer, with its number of view layer_number; is_new is 1 if it was first seen after the moment.
dated_layer AS (
  SELECT
    layer.layer_digest,
    layer.compressed_bytes,
    CASE WHEN layer.first_seen_at > since_moment.since_at THEN 1 ELSE 0 END AS is_new,
    layer_number.layer_number AS layer_key
  FROM layer
  JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
  CROSS JOIN since_moment
),
-- One row per repository with new tags.
tag_new AS (
  SELECT image_tag.repository, count(DISTINCT image_tag.tag) AS tags
  FROM image_tag
  CROSS JOIN since_moment
  WHERE image_tag.first_seen_at > since_moment.since_at
  GROUP BY image_tag.repository
),
-- One row per repository with new images.
image_new AS (
  SELECT image_tag.repository, count(DISTINCT image_tag.image_digest) AS images
  FROM image_tag
  JOIN image ON image.image_digest = image_tag.image_digest
  CROSS JOIN since_moment
  WHERE image.first_seen_at > since_moment.since_at
  GROUP BY image_tag.repository
),
-- One row per layer and repository of an image that lists it.
layer_owner AS (
  SELECT DISTINCT dated_layer.layer_key, dated_layer.compressed_bytes, dated_layer.is_new, repository_key.owner_key
  FROM image_tag
  JOIN repository_key ON repository_key.repository = image_tag.repository
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
  JOIN dated_layer ON dated_layer.layer_digest = image_layer.layer_digest
),
-- One row per repository.
layer_sum AS (
  SELECT
    owner_key,
    sum(is_new) AS layers,
    sum(is_new * compressed_bytes) AS new_bytes,
    sum(compressed_bytes) AS stored_bytes
  FROM layer_owner
  GROUP BY owner_key
),
-- One row per bundle of contents and layer.
layer_content AS (
  SELECT /*+ BROADCAST(dated_layer) */
    stored_file.bundle, dated_layer.layer_key, min(stored_file.bytes) AS bytes, min(dated_layer.is_new) AS is_new
  FROM stored_file
  JOIN dated_layer ON dated_layer.layer_key = stored_file.layer_number
  GROUP BY stored_file.bundle, dated_layer.layer_key
),
-- The rows of bundles that only new layers contain.
content_new AS (
  SELECT bundle, layer_key, bytes
  FROM (SELECT layer_content.*, min(is_new) OVER (PARTITION BY bundle) AS all_new FROM layer_content) AS dated_content
  WHERE all_new = 1
),
-- One row per repository: each bundle once.
content_sum AS (
  SELECT owner_key, sum(bytes) AS bytes
  FROM (
    SELECT layer_owner.owner_key, content_new.bundle, min(content_new.bytes) AS bytes
    FROM content_new
    JOIN layer_owner ON layer_owner.layer_key = content_new.layer_key
    GROUP BY layer_owner.owner_key, content_new.bundle
  ) AS contained
  GROUP BY owner_key
),
-- One row per repository.
repository_line AS (
  SELECT
    repository_key.repository,
    coalesce(tag_new.tags, 0) AS tags,
    coalesce(image_new.images, 0) AS images,
    coalesce(layer_sum.layers, 0) AS layers,
    coalesce(layer_sum.new_bytes, 0) AS new_bytes,
    coalesce(content_sum.bytes, 0) AS content_bytes,
    coalesce(layer_sum.stored_bytes, 0) AS stored_bytes
  FROM repository_key
  LEFT JOIN tag_new ON tag_new.repository = repository_key.repository
  LEFT JOIN image_new ON image_new.repository = repository_key.repository
  LEFT JOIN layer_sum ON layer_sum.owner_key = repository_key.owner_key
  LEFT JOIN content_sum ON content_sum.owner_key = repository_key.owner_key
),
-- place is the rank of repositories that grew.
ranked_line AS (
  SELECT repository_line.*, row_number() OVER (ORDER BY new_bytes DESC, repository) AS place
  FROM repository_line
  WHERE tags > 0 OR images > 0 OR layers > 0
)
SELECT
  repository,
  -- new_tags: tags that lead to an image since then; one that moved counts.
  tags AS new_tags,
  images AS new_images,
  -- new_layers: as new_images, those of the repository that no earlier run found in any repository.
  layers AS new_layers,
  -- new_stored_bytes: the new layers as they are stored, compressed.
  new_bytes AS new_stored_bytes,
  -- new_unique_file_bytes: the contents in the repository's layers that no earlier layer contained, each once.
  content_bytes AS new_unique_file_bytes,
  -- stored_bytes: all layers of the repository, each once.
  stored_bytes
FROM ranked_line
WHERE place <= /* rows */ 50
ORDER BY place
