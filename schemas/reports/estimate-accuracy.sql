-- How good were the estimates that were made before the ingest?
-- The last estimate of registries and the last of snapshots, figure by figure, next to what the warehouse contains now. It
-- is fair as long as the warehouse was ingested from the inputs that were estimated. inside says whether the found
-- value is between low and high, ends included, but for rounding in the tenth digit; error_ratio = estimate / found -
-- 1. A found value is null where nothing was ingested, and before derive for unique bytes. Seconds and the bytes of the
-- warehouse are those of all ingests of the kind, memory the most that one took. layer_sharing_ratio is that of the
-- layers that were read. compressed_unique_bytes are compared with the estimate that derive makes of a larger sample.
--
-- subject: estimates
-- first: subject quantity estimate low high found inside error_ratio
-- figures: estimate low high found by unit
WITH
-- One row per subject.
last_estimate AS (
  SELECT subject, max(run_id) AS run_id
  FROM estimate_result
  GROUP BY subject
),
-- One row: what the warehouse contains of registries.
registry_found AS (
  SELECT
    (SELECT nullif(count(*), 0) FROM image) AS images,
    (SELECT nullif(count(*), 0) FROM layer) AS layers,
    (SELECT sum(compressed_bytes) FROM image) AS listed_bytes,
    (SELECT sum(compressed_bytes) FROM layer) AS stored_bytes,
    (
      SELECT sum(layer.compressed_bytes)
      FROM image_layer
      JOIN layer ON layer.layer_digest = image_layer.layer_digest
    ) AS listed_read_bytes,
    (SELECT sum(file_bytes) FROM layer) AS file_bytes,
    (SELECT sum(bytes) FROM file_sharing) AS unique_bytes,
    (SELECT max(compressed_bytes) FROM file_compression WHERE content_type = 'all' AND codec = 'gzip-6') AS both_bytes
),
-- One row: what the warehouse contains of snapshots.
snapshot_found AS (
  SELECT
    (SELECT nullif(count(*), 0) FROM vm) AS vms,
    (SELECT nullif(count(*), 0) FROM snapshot) AS snapshots,
    (SELECT sum(virtual_bytes) FROM snapshot) AS disk_bytes,
    (SELECT sum(allocated_bytes) FROM snapshot) AS allocated_bytes,
    (
      SELECT CASE WHEN count(bytes) = count(*) THEN sum(bytes) END
      FROM (SELECT max(file_bytes) AS bytes FROM snapshot GROUP BY source) AS disk_file
    ) AS disk_file_bytes,
    (SELECT sum(referenced_bytes) FROM chunk_sharing WHERE NOT zero) AS data_bytes,
    (SELECT sum(bytes) FROM chunk_sharing WHERE NOT zero) AS unique_bytes
),
-- One row per subject: time and memory of its ingests.
ingest_found AS (
  SELECT
    CASE verb WHEN 'ingest registry' THEN 'registry' ELSE 'snapshots' END AS subject,
    sum(unix_micros(finished_at) - unix_micros(started_at)) / 1000000 AS seconds,
    CAST(max(counts['peak_memory_bytes']) AS DOUBLE) AS memory_bytes,
    CAST(sum(counts['written_bytes']) AS DOUBLE) AS written_bytes
  FROM run
  WHERE verb IN ('ingest registry', 'ingest snapshots')
  GROUP BY verb
),
-- One row per subject and estimated quantity.
found_quantity AS (
  SELECT 'registry' AS subject, 'images' AS quantity, images AS found FROM registry_found
  UNION ALL SELECT 'registry', 'layers', layers FROM registry_found
  UNION ALL SELECT 'registry', 'listed_bytes', listed_bytes FROM registry_found
  UNION ALL SELECT 'registry', 'stored_bytes', stored_bytes FROM registry_found
  UNION ALL
  SELECT
    'registry', 'layer_sharing_ratio',
    1 - stored_bytes / nullif(listed_read_bytes, 0)
  FROM registry_found
  UNION ALL SELECT 'registry', 'file_bytes', file_bytes FROM registry_found
  UNION ALL SELECT 'registry', 'unique_file_bytes', unique_bytes FROM registry_found
  UNION ALL
  SELECT 'registry', 'file_dedup_ratio', 1 - unique_bytes / nullif(file_bytes, 0)
  FROM registry_found
  UNION ALL SELECT 'registry', 'compressed_unique_bytes', both_bytes FROM registry_found
  UNION ALL
  SELECT
    'registry', 'dedup_and_compression_ratio',
    1 - both_bytes / nullif(stored_bytes, 0)
  FROM registry_found
  UNION ALL SELECT 'snapshots', 'vms', vms FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'snapshots', snapshots FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'disk_bytes', disk_bytes FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'allocated_bytes', allocated_bytes FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'disk_file_bytes', disk_file_bytes FROM snapshot_found
  -- The name of allocated_bytes in earlier versions.
  UNION ALL SELECT 'snapshots', 'held_bytes', allocated_bytes FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'data_bytes', data_bytes FROM snapshot_found
  UNION ALL SELECT 'snapshots', 'unique_chunk_bytes', unique_bytes FROM snapshot_found
  UNION ALL
  SELECT 'snapshots', 'chunk_dedup_ratio', 1 - unique_bytes / nullif(data_bytes, 0)
  FROM snapshot_found
  UNION ALL SELECT subject, 'ingest_seconds', seconds FROM ingest_found
  UNION ALL SELECT subject, 'ingest_memory_bytes', memory_bytes FROM ingest_found
  UNION ALL SELECT subject, 'warehouse_bytes', written_bytes FROM ingest_found
)
SELECT
  estimate_result.subject,
  estimate_result.quantity,
  estimate_result.unit,
  estimate_result.how,
  estimate_result.value AS estimate,
  estimate_result.low,
  estimate_result.high,
  found_quantity.found,
  found_quantity.found BETWEEN estimate_result.low - abs(estimate_result.low) / 1000000000
    AND estimate_result.high + abs(estimate_result.high) / 1000000000 AS inside,
  estimate_result.value / nullif(found_quantity.found, 0) - 1 AS error_ratio,
  estimate_result.read_ratio
FROM estimate_result
JOIN last_estimate
  ON last_estimate.subject = estimate_result.subject AND last_estimate.run_id = estimate_result.run_id
LEFT JOIN found_quantity
  ON found_quantity.subject = estimate_result.subject
  AND found_quantity.quantity = estimate_result.quantity
ORDER BY estimate_result.subject, estimate_result.place
