-- What would save most, and how much?
-- A row is one thing to do, counted as if it was the only one.
--
-- subject: registry
-- first: opportunity bytes bytes_ratio measure action command overlaps_with
-- chart: bars x=opportunity y=bytes; What would save most
WITH
stored AS (
  SELECT
    count(*) AS layers,
    sum(compressed_bytes) AS stored_bytes,
    CASE WHEN count(rest_bytes) = count(*) THEN 'varve derive' ELSE 'varve ingest registry' END AS unknown
  FROM layer
),
disk AS (
  SELECT count(*) AS snapshots, sum(allocated_bytes) AS bytes FROM snapshot
),
policy AS (
  SELECT policy, sum(freed_bytes) AS bytes
  FROM retention_result
  GROUP BY policy
  ORDER BY bytes DESC, policy
  LIMIT 1
),
compared AS (
  SELECT count(*) AS layers FROM layer_twin
),
base AS (
  SELECT DISTINCT layer_digest FROM image_layer WHERE depth = 0
),
near_base AS (
  SELECT layer_twin.layer_digest
  FROM layer_twin
  JOIN base ON base.layer_digest = layer_twin.layer_digest
  JOIN base AS twin ON twin.layer_digest = layer_twin.twin_digest
  WHERE layer_twin.cause = 'near'
),
rebuilt AS (
  SELECT coalesce(sum(layer.compressed_bytes), 0) AS bytes
  FROM layer_twin
  JOIN layer ON layer.layer_digest = layer_twin.layer_digest
  WHERE layer_twin.cause IN ('compression', 'order', 'times', 'owners', 'entries')
),
repeated AS (
  SELECT
    CASE WHEN count(CASE WHEN in_base AND stored_bytes IS NULL THEN 1 END) = 0
      THEN coalesce(sum(CASE WHEN in_base THEN stored_bytes END), 0) END AS base_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN coalesce(sum(stored_bytes), 0) END AS file_bytes
  FROM (
    SELECT
      layer_duplicate.stored_bytes,
      layer_duplicate.cause = 'near' AND near_base.layer_digest IS NOT NULL AS in_base
    FROM layer_duplicate
    LEFT JOIN near_base ON near_base.layer_digest = layer_duplicate.layer_digest
  ) AS duplicate
),
squashed AS (
  SELECT
    layer_digest,
    count(DISTINCT image_digest) AS images,
    count(*) AS listings,
    count(hidden_stored_bytes) AS known_listings,
    min(hidden_stored_bytes) AS bytes
  FROM image_squash
  GROUP BY layer_digest
),
listed AS (
  SELECT layer_digest, count(DISTINCT image_digest) AS images FROM image_layer GROUP BY layer_digest
),
hidden AS (
  SELECT
    count(*) AS layers,
    CASE WHEN coalesce(sum(squashed.listings - squashed.known_listings), 0) = 0 THEN coalesce(sum(squashed.bytes), 0) END
      AS bytes
  FROM squashed
  JOIN listed ON listed.layer_digest = squashed.layer_digest AND listed.images = squashed.images
),
squashes AS (
  SELECT count(*) AS listings FROM image_squash
),
codec AS (
  SELECT
    layer_pull.codec,
    sum(CASE WHEN layer_pull.pull_bytes < layer.compressed_bytes THEN layer.compressed_bytes - layer_pull.pull_bytes
      ELSE 0 END) AS bytes
  FROM layer_pull
  JOIN layer ON layer.layer_digest = layer_pull.layer_digest
  GROUP BY layer_pull.codec
  ORDER BY bytes DESC, layer_pull.codec
  LIMIT 1
),
fetched AS (
  SELECT sum(avoidable_bytes) AS bytes, sum(CASE WHEN avoidable_bytes IS NOT NULL THEN new_layer_bytes END) AS of_bytes
  FROM image_update
),
chunk AS (
  SELECT sum(CASE WHEN zero THEN 0 ELSE bytes END) AS bytes FROM chunk_sharing
),
kept AS (
  SELECT policy, stored_bytes
  FROM retention_backup
  WHERE scheme = 'perfect' AND tool IS NOT NULL AND more IS NULL
  ORDER BY stored_bytes, policy
  LIMIT 1
),
backed_up AS (
  SELECT max(stored_bytes) AS bytes FROM retention_backup WHERE scheme = 'perfect' AND tool IS NULL
),
-- One row, or none where there is no layer: what was measured of the registry. A column is null until its verb has run.
registry AS (
  SELECT
    stored.*,
    policy.policy,
    policy.bytes AS old_image_bytes,
    CASE WHEN compared.layers > 0 THEN rebuilt.bytes END AS rebuilt_bytes,
    CASE WHEN compared.layers > 0 THEN repeated.base_bytes END AS base_bytes,
    CASE WHEN compared.layers > 0 THEN repeated.file_bytes END AS repeated_bytes,
    CASE WHEN squashes.listings > 0 THEN hidden.bytes END AS hidden_bytes,
    codec.codec,
    codec.bytes AS codec_bytes,
    fetched.bytes AS avoidable_bytes,
    fetched.of_bytes AS fetched_bytes
  FROM stored
  CROSS JOIN compared
  CROSS JOIN rebuilt
  CROSS JOIN repeated
  CROSS JOIN squashes
  CROSS JOIN hidden
  CROSS JOIN fetched
  LEFT JOIN policy ON true
  LEFT JOIN codec ON true
  WHERE stored.layers > 0
),
-- One row per opportunity.
line AS (
  SELECT
    1 AS place, 'old images' AS opportunity, old_image_bytes AS bytes, stored_bytes AS of_bytes, 'as stored' AS measure,
    'all others as stored' AS overlaps_with,
    coalesce('Remove images as policy ' || policy || ' does.', 'Remove old images.') AS action,
    CASE WHEN old_image_bytes IS NULL THEN 'varve simulate retention --untagged' ELSE 'varve report retention-frees' END
      AS command
  FROM registry
  UNION ALL
  SELECT
    2, 'rebuilt layers', rebuilt_bytes, stored_bytes, 'as stored',
    'old images, repeated files, hidden files, better compression', 'Make builds reproducible, to share layers.',
    CASE WHEN rebuilt_bytes IS NULL THEN 'varve derive' ELSE 'varve report duplicate-cause' END
  FROM registry
  UNION ALL
  SELECT
    3, 'common base', base_bytes, stored_bytes, 'as stored',
    'old images, repeated files, hidden files, better compression', 'Build similar images over one base.',
    CASE WHEN base_bytes IS NULL THEN unknown ELSE 'varve report common-base' END
  FROM registry
  UNION ALL
  SELECT
    4, 'repeated files', repeated_bytes, stored_bytes, 'as stored', 'all others as stored',
    'Store each file once, not whole layers.',
    CASE WHEN repeated_bytes IS NULL THEN unknown ELSE 'varve report duplicate-cause' END
  FROM registry
  UNION ALL
  SELECT
    5, 'hidden files', hidden_bytes, stored_bytes, 'as stored, at most', 'all others as stored',
    'Delete files in the step that makes them.',
    CASE
      WHEN hidden_bytes IS NOT NULL THEN 'varve report build-lines'
      WHEN unknown = 'varve derive' THEN 'varve simulate startup'
      ELSE unknown
    END
  FROM registry
  UNION ALL
  SELECT
    6, 'better compression', codec_bytes, stored_bytes, 'as stored', 'all others as stored',
    coalesce('Compress layers by ' || codec || '.', 'Compress layers better.'),
    CASE WHEN codec_bytes IS NULL THEN 'varve ingest registry --measure-pull --pull-codec zstd-19'
      ELSE 'varve report pull-codecs' END
  FROM registry
  UNION ALL
  SELECT
    7, 'updates', avoidable_bytes, fetched_bytes, 'as fetched', NULL, 'Let updates bring only changes.',
    CASE WHEN avoidable_bytes IS NULL THEN unknown ELSE 'varve report update-cost' END
  FROM registry
  UNION ALL
  SELECT
    8, 'repeated chunks',
    CASE WHEN disk.bytes > chunk.bytes THEN disk.bytes - chunk.bytes
      WHEN chunk.bytes IS NOT NULL THEN 0 END,
    disk.bytes, 'uncompressed', NULL, 'Store each chunk of the disks once.',
    CASE WHEN chunk.bytes IS NULL THEN 'varve derive' ELSE 'varve report chunk-dedup-summary' END
  FROM disk
  CROSS JOIN chunk
  WHERE disk.snapshots > 0
  UNION ALL
  SELECT
    9, 'old snapshots', backed_up.bytes - kept.stored_bytes, disk.bytes, 'uncompressed', NULL,
    coalesce('Keep snapshots as ' || kept.policy || ' does.', 'Remove old snapshots.'),
    CASE WHEN kept.stored_bytes IS NULL THEN 'varve simulate retention --keep-daily 7'
      ELSE 'varve report retention-snapshots' END
  FROM disk
  CROSS JOIN backed_up
  LEFT JOIN kept ON true
  WHERE disk.snapshots > 0
)
SELECT
  -- opportunity: old images: the simulated policy that frees most. rebuilt layers: blobs that are a kept one but for
  --   compression, order, times, owners or directories (T1 to T5 of duplicate-cause). common base: base layers, and the
  --   files that they have in common with the base that they are near to. repeated files: all duplicates of
  --   duplicate-cause, those of rebuilt layers and common base among them; stored once by itself a file may compress
  --   worse. hidden files: those that upper layers hide in every image, by the image that hides least, so at most as
  --   many; layers of which an image was not squashed are left out. better compression: the measured codec that saves
  --   most, over the layers that it was measured on and makes smaller. updates: what each update fetches again though
  --   the image before has it, as one client does. repeated chunks: of what the files of disks contain, zeros included,
  --   without each distinct chunk. old snapshots: what the simulated rules of a backup tool that save most do not keep
  --   of a backup that stores each chunk once.
  opportunity,
  -- bytes: what it saves of what is stored now, or, of updates, of what is fetched; null where it is not known yet.
  bytes,
  -- bytes_ratio: against all that is stored, or fetched.
  bytes / nullif(of_bytes, 0) AS bytes_ratio,
  -- measure: which bytes they are.
  measure,
  -- overlaps_with: the rows that count some of the same bytes.
  overlaps_with,
  action,
  -- command: makes bytes known where they are not, else shows the saving in detail.
  command
FROM line
ORDER BY bytes DESC NULLS LAST, place
