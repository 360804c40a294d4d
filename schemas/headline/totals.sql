-- One row with the size of the warehouse: images, repositories, layers that were read and their files, VMs and
-- snapshots; layers that wait for a collection of garbage; what the last ingests of a registry and of disks found gone or
-- changed; and whether they have not ended.
WITH newest_run AS (
  SELECT verb, finished_at, row_number() OVER (PARTITION BY verb ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb IN ('ingest registry', 'ingest snapshots')
),
unfinished AS (
  SELECT
    count(CASE WHEN verb = 'ingest registry' THEN 1 END) AS unfinished_registries,
    count(CASE WHEN verb = 'ingest snapshots' THEN 1 END) AS unfinished_disks
  FROM newest_run
  WHERE place = 1 AND finished_at IS NULL
),
ended AS (
  SELECT verb, counts, row_number() OVER (PARTITION BY verb ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb IN ('ingest registry', 'ingest snapshots') AND finished_at IS NOT NULL
),
last_run AS (
  SELECT
    coalesce(sum(counts['tags_gone']), 0) AS gone_tags,
    coalesce(sum(counts['manifests_gone']), 0) AS gone_manifests,
    coalesce(sum(counts['blobs_gone']), 0) AS gone_blobs,
    coalesce(sum(counts['blob_bytes_gone']), 0) AS gone_blob_bytes,
    coalesce(sum(counts['snapshots_gone']), 0) AS gone_snapshots,
    coalesce(sum(counts['snapshots_changed']), 0) AS changed_snapshots
  FROM ended
  WHERE place = 1
)
SELECT
  last_run.*,
  unfinished.*,
  (SELECT count(*) FROM image) AS images,
  (SELECT count(DISTINCT repository) FROM image_tag) AS repositories,
  (SELECT count(*) FROM layer) AS layers,
  (SELECT coalesce(sum(files), 0) FROM layer) AS files,
  (SELECT count(*) FROM waiting_layer) AS waiting_layers,
  (SELECT coalesce(sum(compressed_bytes), 0) FROM waiting_layer) AS waiting_bytes,
  (SELECT count(*) FROM vm) AS vms,
  (SELECT count(*) FROM snapshot) AS snapshots
FROM last_run CROSS JOIN unfinished
