-- What did each ingest of a registry bring, and does deduplication get better or worse?
-- One row an ingest, the first one first; with --since RUN those after it. Columns new_ count images, layers and
-- contents that no earlier run had seen; the others are totals up to the run. Those of the last row are those of
-- dedup-summary (logical, dedup only), and the new_ columns of all rows add up to them. What an earlier version
-- ingested, and has no first_seen_at, is in a row without run_id before all others. Counted are layers that were read
-- and their FILE rows, each layer once, in the run that saw it first; nothing that was deleted at the source goes.
-- Needs no derive; after one it is faster.
--
-- subject: registry
-- first: started_at new_layers new_stored_bytes new_file_bytes new_unique_file_bytes new_dedup_ratio dedup_ratio run_id
-- since
-- chart: columns x=started_at y=new_file_bytes+new_unique_file_bytes; What each ingest brought
WITH
layer_seen AS (
  SELECT
    layer_digest, compressed_bytes, file_bytes,
    coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at
  FROM layer
),
image_new AS (
  SELECT coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00') AS seen_at, count(*) AS images
  FROM image
  GROUP BY coalesce(first_seen_at, TIMESTAMP '1970-01-01 00:00:00')
),
layer_new AS (
  SELECT seen_at, count(*) AS layers, sum(compressed_bytes) AS stored_bytes, sum(file_bytes) AS file_bytes
  FROM layer_seen
  GROUP BY seen_at
),
-- A content once in each run that brought a layer with it.
numbered AS (
  SELECT layer_number.layer_number, layer_seen.seen_at
  FROM layer_seen
  JOIN layer_number ON layer_number.layer_digest = layer_seen.layer_digest
),
brought AS (
  SELECT /*+ BROADCAST(numbered) */ numbered.seen_at, stored_file.bundle, min(stored_file.bytes) AS bytes
  FROM stored_file
  JOIN numbered ON numbered.layer_number = stored_file.layer_number
  GROUP BY numbered.seen_at, stored_file.bundle
),
brought_first AS (
  SELECT brought.*, min(seen_at) OVER (PARTITION BY bundle) AS first_at
  FROM brought
),
content_new AS (
  SELECT
    seen_at,
    sum(bytes) AS alone_bytes,
    sum(CASE WHEN seen_at = first_at THEN bytes ELSE 0 END) AS unique_bytes
  FROM brought_first
  GROUP BY seen_at
),
ingest AS (
  SELECT run_id, started_at FROM run WHERE verb = 'ingest registry'
),
moment AS (
  SELECT seen_at FROM layer_new
  UNION
  SELECT seen_at FROM image_new
  UNION
  SELECT started_at FROM ingest
),
line AS (
  SELECT
    moment.seen_at,
    ingest.run_id,
    coalesce(image_new.images, 0) AS images,
    coalesce(layer_new.layers, 0) AS layers,
    coalesce(layer_new.stored_bytes, 0) AS stored_bytes,
    coalesce(layer_new.file_bytes, 0) AS file_bytes,
    coalesce(content_new.alone_bytes, 0) AS alone_bytes,
    coalesce(content_new.unique_bytes, 0) AS unique_bytes
  FROM moment
  LEFT JOIN ingest ON ingest.started_at = moment.seen_at
  LEFT JOIN image_new ON image_new.seen_at = moment.seen_at
  LEFT JOIN layer_new ON layer_new.seen_at = moment.seen_at
  LEFT JOIN content_new ON content_new.seen_at = moment.seen_at
),
grown AS (
  SELECT
    line.*,
    sum(stored_bytes) OVER (ORDER BY seen_at) AS all_stored_bytes,
    sum(file_bytes) OVER (ORDER BY seen_at) AS all_file_bytes,
    sum(unique_bytes) OVER (ORDER BY seen_at) AS all_unique_bytes
  FROM line
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
  1 - all_unique_bytes / nullif(all_file_bytes, 0) AS dedup_ratio
FROM grown
WHERE seen_at > coalesce(CAST(/* since */ NULL AS TIMESTAMP), TIMESTAMP '1969-01-01 00:00:00')
ORDER BY seen_at
