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
ingest AS (
  SELECT started_at, row_number() OVER (ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb = 'ingest registry'
),
since AS (
  SELECT
    coalesce(CAST(/* since */ NULL AS TIMESTAMP), max(started_at), TIMESTAMP '1969-01-01 00:00:00') AS since_at
  FROM ingest
  WHERE place = 2
),
repository_key AS (
  SELECT repository, CAST(row_number() OVER (ORDER BY repository) AS INTEGER) AS owner_key
  FROM (SELECT DISTINCT repository FROM image_tag) AS contained
),
layer_key AS (
  SELECT
    layer.layer_digest,
    layer.compressed_bytes,
    CASE WHEN layer.first_seen_at > since.since_at THEN 1 ELSE 0 END AS is_new,
    layer_number.layer_number AS layer_key
  FROM layer
  JOIN layer_number ON layer_number.layer_digest = layer.layer_digest
  CROSS JOIN since
),
tag_new AS (
  SELECT image_tag.repository, count(DISTINCT image_tag.tag) AS tags
  FROM image_tag
  CROSS JOIN since
  WHERE image_tag.first_seen_at > since.since_at
  GROUP BY image_tag.repository
),
image_new AS (
  SELECT image_tag.repository, count(DISTINCT image_tag.image_digest) AS images
  FROM image_tag
  JOIN image ON image.image_digest = image_tag.image_digest
  CROSS JOIN since
  WHERE image.first_seen_at > since.since_at
  GROUP BY image_tag.repository
),
layer_owner AS (
  SELECT DISTINCT layer_key.layer_key, layer_key.compressed_bytes, layer_key.is_new, repository_key.owner_key
  FROM image_tag
  JOIN repository_key ON repository_key.repository = image_tag.repository
  JOIN image_layer ON image_layer.image_digest = image_tag.image_digest
  JOIN layer_key ON layer_key.layer_digest = image_layer.layer_digest
),
layer_sum AS (
  SELECT
    owner_key,
    sum(is_new) AS layers,
    sum(is_new * compressed_bytes) AS new_bytes,
    sum(compressed_bytes) AS stored_bytes
  FROM layer_owner
  GROUP BY owner_key
),
content AS (
  SELECT /*+ BROADCAST(layer_key) */
    stored_file.bundle, layer_key.layer_key, min(stored_file.bytes) AS bytes, min(layer_key.is_new) AS is_new
  FROM stored_file
  JOIN layer_key ON layer_key.layer_key = stored_file.layer_number
  GROUP BY stored_file.bundle, layer_key.layer_key
),
content_new AS (
  SELECT bundle, layer_key, bytes
  FROM (SELECT content.*, min(is_new) OVER (PARTITION BY bundle) AS all_new FROM content) AS met
  WHERE all_new = 1
),
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
line AS (
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
ranked AS (
  SELECT line.*, row_number() OVER (ORDER BY new_bytes DESC, repository) AS place
  FROM line
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
FROM ranked
WHERE place <= /* rows */ 50
ORDER BY place
