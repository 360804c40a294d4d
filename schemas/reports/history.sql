-- What did each ingest of a registry bring, and does deduplication get better or worse?
-- One row an ingest, the first one first; with --since RUN those after it. Columns new_ count images, layers and
-- contents that no earlier run had seen; the others are totals up to the run. Those of the last row are those of
-- dedup-summary (logical, dedup only), and the new_ columns of all rows add up to them. What an earlier version
-- ingested, and has no first_seen_at, is in a row without run_id before all others. Counted are layers that were read,
-- that are there now, and their FILE rows, each layer once, in the run that saw it first. Columns gone_ and
-- stored_then_bytes count layers that are gone too. Needs no derive; after one it is faster.
--
-- subject: registry
-- first: started_at new_layers new_stored_bytes new_file_bytes new_unique_file_bytes new_dedup_ratio dedup_ratio
-- since
-- chart: columns x=started_at y=new_file_bytes+new_unique_file_bytes; What each ingest brought
WITH
-- One row per layer with the time at which it was seen first, which is that of a run; 1970 if it is not known.
layer_seen AS (
  SELECT
    layer_digest, compressed_bytes, file_bytes,
    coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at
  FROM layer
),
-- One row per time: the images that were seen first then.
image_new AS (
  SELECT coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at, count(*) AS images
  FROM image
  GROUP BY coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00')
),
-- One row per time: the layers that were seen first then.
layer_new AS (
  SELECT seen_at, count(*) AS layers, sum(compressed_bytes) AS stored_bytes, sum(file_bytes) AS file_bytes
  FROM layer_seen
  GROUP BY seen_at
),
-- The times of layers by layer number.
dated_layer AS (
  SELECT layer_number.layer_number, layer_seen.seen_at
  FROM layer_seen
  JOIN layer_number ON layer_number.layer_digest = layer_seen.layer_digest
),
-- One row per time and bundle of contents in layers that were seen first then.
brought_content AS (
  SELECT /*+ BROADCAST(dated_layer) */ dated_layer.seen_at, stored_file.bundle, min(stored_file.bytes) AS bytes
  FROM stored_file
  JOIN dated_layer ON dated_layer.layer_number = stored_file.layer_number
  GROUP BY dated_layer.seen_at, stored_file.bundle
),
-- The same rows, with the first time of the bundle.
dated_content AS (
  SELECT brought_content.*, min(seen_at) OVER (PARTITION BY bundle) AS first_at
  FROM brought_content
),
-- One row per time: distinct contents of its layers, and those of them that no earlier layer contains.
content_new AS (
  SELECT
    seen_at,
    sum(bytes) AS alone_bytes,
    sum(CASE WHEN seen_at = first_at THEN bytes ELSE 0 END) AS unique_bytes
  FROM dated_content
  GROUP BY seen_at
),
-- One row per layer that is gone, with the last time at which something that led to it was gone.
gone_at_last AS (
  SELECT layer_digest, max(gone_at) AS gone_at
  FROM (
    SELECT digest AS layer_digest, gone_at FROM sighting WHERE kind = 'BLOB'
    UNION ALL
    SELECT every_image_layer.layer_digest, sighting.gone_at
    FROM sighting
    JOIN every_image_layer ON every_image_layer.image_digest = sighting.digest
    WHERE sighting.kind = 'IMAGE'
  ) AS place
  GROUP BY layer_digest
),
layer_gone AS (
  SELECT
    coalesce(old.first_seen_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at,
    gone_at_last.gone_at,
    old.compressed_bytes
  FROM every_layer AS old
  JOIN gone_at_last ON gone_at_last.layer_digest = old.layer_digest
  LEFT JOIN layer ON layer.layer_digest = old.layer_digest
  WHERE layer.layer_digest IS NULL AND gone_at_last.gone_at <= (SELECT max(started_at) FROM run)
),
-- One row per time: layers that were found gone then, and the bytes by which those that are gone now change what is
-- stored.
gone_change AS (
  SELECT seen_at, sum(layers) AS gone_layers, sum(gone_bytes) AS gone_bytes, sum(bytes) AS bytes
  FROM (
    SELECT seen_at, 0 AS layers, 0 AS gone_bytes, compressed_bytes AS bytes FROM layer_gone
    UNION ALL
    SELECT gone_at, 1, compressed_bytes, -compressed_bytes FROM layer_gone
  ) AS change
  GROUP BY seen_at
),
-- Runs of ingest registry.
ingest AS (
  SELECT run_id, started_at FROM run WHERE verb = 'ingest registry'
),
-- The times of all rows of the report.
moment AS (
  SELECT seen_at FROM layer_new
  UNION
  SELECT seen_at FROM image_new
  UNION
  SELECT started_at FROM ingest
  UNION
  SELECT seen_at FROM gone_change
),
-- One row per time.
ingest_line AS (
  SELECT
    moment.seen_at,
    ingest.run_id,
    coalesce(image_new.images, 0) AS images,
    coalesce(layer_new.layers, 0) AS layers,
    coalesce(layer_new.stored_bytes, 0) AS stored_bytes,
    coalesce(layer_new.file_bytes, 0) AS file_bytes,
    coalesce(content_new.alone_bytes, 0) AS alone_bytes,
    coalesce(content_new.unique_bytes, 0) AS unique_bytes,
    coalesce(gone_change.gone_layers, 0) AS gone_layers,
    coalesce(gone_change.gone_bytes, 0) AS gone_bytes,
    coalesce(gone_change.bytes, 0) AS change_bytes
  FROM moment
  LEFT JOIN ingest ON ingest.started_at = moment.seen_at
  LEFT JOIN image_new ON image_new.seen_at = moment.seen_at
  LEFT JOIN layer_new ON layer_new.seen_at = moment.seen_at
  LEFT JOIN content_new ON content_new.seen_at = moment.seen_at
  LEFT JOIN gone_change ON gone_change.seen_at = moment.seen_at
),
-- The same rows, with totals up to each time.
ingest_total AS (
  SELECT
    ingest_line.*,
    sum(stored_bytes) OVER (ORDER BY seen_at) AS all_stored_bytes,
    sum(file_bytes) OVER (ORDER BY seen_at) AS all_file_bytes,
    sum(unique_bytes) OVER (ORDER BY seen_at) AS all_unique_bytes,
    sum(stored_bytes + change_bytes) OVER (ORDER BY seen_at) AS stored_then_bytes
  FROM ingest_line
)
SELECT
  run_id,
  -- started_at: in UTC.
  CASE WHEN seen_at > TIMESTAMP '1970-01-01 00:00:00' THEN substr(CAST(seen_at AS STRING), 1, 19) END AS started_at,
  images AS new_images,
  layers AS new_layers,
  -- new_stored_bytes: the new layers as they are stored, compressed.
  stored_bytes AS new_stored_bytes,
  -- new_file_bytes: all files of the new layers.
  file_bytes AS new_file_bytes,
  -- new_unique_file_bytes: the files of the new layers whose content no earlier layer contains, each once.
  unique_bytes AS new_unique_file_bytes,
  -- new_dedup_ratio: 1 - new_unique_file_bytes / new_file_bytes: what of the run's files deduplication saves, in a
  --   store that contains all before it. Above the dedup_ratio of the row before, deduplication gets better; below,
  --   worse.
  1 - unique_bytes / nullif(file_bytes, 0) AS new_dedup_ratio,
  -- alone_dedup_ratio: the same in an empty store: over the run's layers alone.
  1 - alone_bytes / nullif(file_bytes, 0) AS alone_dedup_ratio,
  all_stored_bytes AS stored_bytes,
  all_file_bytes AS file_bytes,
  all_unique_bytes AS unique_file_bytes,
  1 - all_unique_bytes / nullif(all_file_bytes, 0) AS dedup_ratio,
  -- gone_layers: layers that the run found gone from all places where they had been, and that did not come back.
  gone_layers,
  gone_bytes AS gone_stored_bytes,
  -- stored_then_bytes: all layers that were there after the run, also those that are gone by now.
  stored_then_bytes
FROM ingest_total
WHERE seen_at > coalesce(CAST(/* since */ NULL AS TIMESTAMP), TIMESTAMP '1969-01-01 00:00:00')
ORDER BY seen_at
