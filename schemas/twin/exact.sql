-- One row per layer, numbered from 0 by digest, with its exact twin: the layer that is kept of a group of equal layers.
-- Causes name what differs, from strict to loose: compression, order, times, owners, entries, paths (table layer_twin).
-- A layer gets the first cause that finds a twin. A group of a looser cause contains whole groups of the stricter ones,
-- and all are sorted by whether they wait for a collection of garbage, then blob size, then digest. So the layer that is
-- kept of a loose group is also the one that is kept of its strict group, and it waits only if all others do.
-- Reads:
--   twin_sums: one row per layer with entries: its checksums and its signature.
WITH
-- One row per layer with its checksums (view twin_sums); layers with the same checksum are equal in what it is over:
-- contents of files; files with paths; all entries with paths; entries with owners, with modes, with times; entries in
-- their order. The checksums of a layer without entries are empty.
layer_sums AS (
  SELECT
    layer.layer_digest, layer.diff_id, layer.compressed_bytes, layer.files, layer.file_bytes,
    CASE WHEN waiting_layer.layer_digest IS NULL THEN 0 ELSE 1 END AS waits,
    coalesce(twin_sums.content_sum, unhex('')) AS content_sum,
    coalesce(twin_sums.path_sum, unhex('')) AS path_sum,
    coalesce(twin_sums.entry_sum, unhex('')) AS entry_sum,
    coalesce(twin_sums.owner_sum, unhex('')) AS owner_sum,
    coalesce(twin_sums.mode_sum, unhex('')) AS mode_sum,
    coalesce(twin_sums.time_sum, unhex('')) AS time_sum,
    coalesce(twin_sums.order_sum, unhex('')) AS order_sum
  FROM layer
  LEFT JOIN twin_sums ON twin_sums.layer_digest = layer.layer_digest
  LEFT JOIN waiting_layer ON waiting_layer.layer_digest = layer.layer_digest
),
-- Column of_PROPERTIES: the layer that is kept of all layers that are equal in these properties. It is the layer
-- itself if there is no other.
equal_layers AS (
  SELECT
    layer_sums.*,
    first_value(layer_digest) OVER (PARTITION BY diff_id ORDER BY waits, compressed_bytes, layer_digest) AS of_archive,
    first_value(layer_digest) OVER (
      PARTITION BY entry_sum, owner_sum, mode_sum, time_sum ORDER BY waits, compressed_bytes, layer_digest) AS of_all,
    first_value(layer_digest) OVER (
      PARTITION BY entry_sum, owner_sum, mode_sum ORDER BY waits, compressed_bytes, layer_digest) AS of_owned,
    first_value(layer_digest) OVER (PARTITION BY entry_sum ORDER BY waits, compressed_bytes, layer_digest) AS of_entries,
    first_value(layer_digest) OVER (PARTITION BY path_sum ORDER BY waits, compressed_bytes, layer_digest) AS of_paths,
    first_value(layer_digest) OVER (PARTITION BY content_sum ORDER BY waits, compressed_bytes, layer_digest) AS of_contents
  FROM layer_sums
),
-- cause: the strictest property group in which another layer than this one is kept; null if there is none.
twin_cause AS (
  SELECT
    equal_layers.*,
    CASE
      WHEN of_archive <> layer_digest THEN 'compression'
      WHEN of_all <> layer_digest THEN 'order'
      WHEN of_owned <> layer_digest THEN 'times'
      WHEN of_entries <> layer_digest THEN 'owners'
      WHEN file_bytes > 0 AND of_paths <> layer_digest THEN 'entries'
      WHEN file_bytes > 0 AND of_contents <> layer_digest THEN 'paths'
    END AS cause
  FROM equal_layers
),
-- twin_digest: the layer that is kept of the group of the cause.
exact_twin AS (
  SELECT
    twin_cause.*,
    CASE cause
      WHEN 'compression' THEN of_archive
      WHEN 'order' THEN of_all
      WHEN 'times' THEN of_owned
      WHEN 'owners' THEN of_entries
      WHEN 'entries' THEN of_paths
      WHEN 'paths' THEN of_contents
    END AS twin_digest
  FROM twin_cause
)
SELECT
  CAST(row_number() OVER (ORDER BY exact_twin.layer_digest) - 1 AS INT) AS layer,
  exact_twin.layer_digest,
  exact_twin.cause,
  exact_twin.twin_digest,
  CASE
    WHEN exact_twin.cause IN ('compression', 'entries', 'paths') THEN exact_twin.cause
    WHEN exact_twin.cause = 'order' AND exact_twin.order_sum = twin.order_sum THEN 'framing'
    WHEN exact_twin.cause IS NOT NULL THEN concat_ws(
      ', ',
      CASE WHEN exact_twin.order_sum <> twin.order_sum THEN 'order' END,
      CASE WHEN exact_twin.time_sum <> twin.time_sum THEN 'times' END,
      CASE WHEN exact_twin.owner_sum <> twin.owner_sum THEN 'owners' END,
      CASE WHEN exact_twin.mode_sum <> twin.mode_sum THEN 'modes' END
    )
  END AS differs,
  exact_twin.files,
  exact_twin.file_bytes,
  exact_twin.waits
FROM exact_twin
LEFT JOIN layer_sums AS twin ON twin.layer_digest = exact_twin.twin_digest
