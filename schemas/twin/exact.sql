-- One row per layer, numbered from 0 by digest, with its exact twin: the layer that is kept of a group of equal layers.
-- Causes name what differs, from strict to loose: compression, order, times, owners, entries, paths (table layer_twin).
-- A layer gets the first cause that finds a twin. A group of a looser cause contains whole groups of the stricter ones,
-- and all are sorted by blob size, then digest. So the layer that is kept of a loose group is also the one that is kept
-- of its strict group.
WITH
known AS (
  SELECT
    layer.layer_digest, layer.diff_id, layer.compressed_bytes, layer.files, layer.file_bytes,
    coalesce(twin_sums.content_sum, unhex('')) AS content_sum,
    coalesce(twin_sums.path_sum, unhex('')) AS path_sum,
    coalesce(twin_sums.entry_sum, unhex('')) AS entry_sum,
    coalesce(twin_sums.owner_sum, unhex('')) AS owner_sum,
    coalesce(twin_sums.mode_sum, unhex('')) AS mode_sum,
    coalesce(twin_sums.time_sum, unhex('')) AS time_sum,
    coalesce(twin_sums.order_sum, unhex('')) AS order_sum
  FROM layer
  LEFT JOIN twin_sums ON twin_sums.layer_digest = layer.layer_digest
),
grouped AS (
  SELECT
    known.*,
    first_value(layer_digest) OVER (PARTITION BY diff_id ORDER BY compressed_bytes, layer_digest) AS of_archive,
    first_value(layer_digest) OVER (
      PARTITION BY entry_sum, owner_sum, mode_sum, time_sum ORDER BY compressed_bytes, layer_digest) AS of_all,
    first_value(layer_digest) OVER (
      PARTITION BY entry_sum, owner_sum, mode_sum ORDER BY compressed_bytes, layer_digest) AS of_owned,
    first_value(layer_digest) OVER (PARTITION BY entry_sum ORDER BY compressed_bytes, layer_digest) AS of_entries,
    first_value(layer_digest) OVER (PARTITION BY path_sum ORDER BY compressed_bytes, layer_digest) AS of_paths,
    first_value(layer_digest) OVER (PARTITION BY content_sum ORDER BY compressed_bytes, layer_digest) AS of_contents
  FROM known
),
caused AS (
  SELECT
    grouped.*,
    CASE
      WHEN of_archive <> layer_digest THEN 'compression'
      WHEN of_all <> layer_digest THEN 'order'
      WHEN of_owned <> layer_digest THEN 'times'
      WHEN of_entries <> layer_digest THEN 'owners'
      WHEN file_bytes > 0 AND of_paths <> layer_digest THEN 'entries'
      WHEN file_bytes > 0 AND of_contents <> layer_digest THEN 'paths'
    END AS cause
  FROM grouped
),
paired AS (
  SELECT
    caused.*,
    CASE cause
      WHEN 'compression' THEN of_archive
      WHEN 'order' THEN of_all
      WHEN 'times' THEN of_owned
      WHEN 'owners' THEN of_entries
      WHEN 'entries' THEN of_paths
      WHEN 'paths' THEN of_contents
    END AS twin_digest
  FROM caused
)
SELECT
  CAST(row_number() OVER (ORDER BY paired.layer_digest) - 1 AS INT) AS layer,
  paired.layer_digest,
  paired.cause,
  paired.twin_digest,
  CASE
    WHEN paired.cause IN ('compression', 'entries', 'paths') THEN paired.cause
    WHEN paired.cause = 'order' AND paired.order_sum = twin.order_sum THEN 'framing'
    WHEN paired.cause IS NOT NULL THEN concat_ws(
      ', ',
      CASE WHEN paired.order_sum <> twin.order_sum THEN 'order' END,
      CASE WHEN paired.time_sum <> twin.time_sum THEN 'times' END,
      CASE WHEN paired.owner_sum <> twin.owner_sum THEN 'owners' END,
      CASE WHEN paired.mode_sum <> twin.mode_sum THEN 'modes' END
    )
  END AS differs,
  paired.files,
  paired.file_bytes
FROM paired
LEFT JOIN known AS twin ON twin.layer_digest = paired.twin_digest
