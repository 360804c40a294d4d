-- What does a set of tags, images or snapshots store alone, and what would deleting it give back?
-- Without --where the set is everything. --where CONDITION chooses references to layers (view layer_reference:
-- repository, tag, image, layer, category, built_at, age_days, first_seen_at, ..) or snapshots (view
-- snapshot_reference: vm, snapshot, age_days, ..). A condition that is neither true nor false, as of a tag that is
-- null, does not choose. Each thing counts once: exclusive + shared = set, set + rest = total. Counted are layers that
-- were read, their FILE rows (a hard link is no file, the empty one has no bytes), and published snapshots; manifests,
-- configs and artifacts are not. Needs no derive; after one it is faster.
--
-- subject: overview
-- first: stored_as set_bytes exclusive_bytes shared_bytes freed_ratio chosen_references total_bytes
-- sets: layer_reference, snapshot_reference
-- chart: stacked-bars x=stored_as y=exclusive_bytes+shared_bytes; Bytes of the set
WITH
-- One row per layer. chosen is the number of its references in the set. is_exclusive is 1 if all are in the set, in_set
-- is 1 if any is.
layer_state AS (
  SELECT
    reference.layer AS layer_digest,
    min(layer_number.layer_number) AS layer_number,
    count(CASE WHEN reference.chosen THEN 1 END) AS chosen,
    min(CASE WHEN reference.chosen THEN 1 ELSE 0 END) AS is_exclusive,
    max(CASE WHEN reference.chosen THEN 1 ELSE 0 END) AS in_set
  FROM (
    SELECT layer, /* set of layer_reference */ true AS chosen
    FROM layer_reference
    WHERE /* requested of layer_reference */ true
  ) AS reference
  JOIN layer_number ON layer_number.layer_digest = reference.layer
  GROUP BY reference.layer
),
-- One row per snapshot; is_exclusive is 1 if it is in the set.
snapshot_state AS (
  SELECT snapshot_number.snapshot_number, CASE WHEN reference.chosen THEN 1 ELSE 0 END AS is_exclusive
  FROM (
    SELECT vm, snapshot, /* set of snapshot_reference */ true AS chosen
    FROM snapshot_reference
    WHERE /* requested of snapshot_reference */ true
  ) AS reference
  JOIN snapshot_number ON snapshot_number.vm = reference.vm AND snapshot_number.snapshot = reference.snapshot
),
-- One row per layer (place 1), bundle of contents (2) and bundle of chunks (3). is_exclusive is 1 if all that contains it
-- is in the set, in_set is 1 if anything is.
stored_thing AS (
  SELECT
    1 AS place, 1 AS things, layer.compressed_bytes AS bytes, layer_state.is_exclusive, layer_state.in_set
  FROM layer
  JOIN layer_state ON layer_state.layer_digest = layer.layer_digest
  UNION ALL
  SELECT /*+ BROADCAST(layer_state) */
    2, min(stored_file.files), min(stored_file.bytes), min(layer_state.is_exclusive), max(layer_state.in_set)
  FROM stored_file
  JOIN layer_state ON layer_state.layer_number = stored_file.layer_number
  GROUP BY stored_file.bundle
  UNION ALL
  SELECT /*+ BROADCAST(snapshot_state) */
    3, min(stored_chunk.chunks), min(stored_chunk.bytes), min(snapshot_state.is_exclusive),
    max(snapshot_state.is_exclusive)
  FROM stored_chunk
  JOIN snapshot_state ON snapshot_state.snapshot_number = stored_chunk.snapshot_number
  GROUP BY stored_chunk.bundle
),
-- One row per kind of thing.
kind_total AS (
  SELECT
    place,
    sum(is_exclusive * things) AS exclusive_things,
    sum(is_exclusive * bytes) AS exclusive_bytes,
    sum((in_set - is_exclusive) * things) AS shared_things,
    sum((in_set - is_exclusive) * bytes) AS shared_bytes,
    sum(in_set * bytes) AS set_bytes,
    sum(things) AS total_things,
    sum(bytes) AS total_bytes
  FROM stored_thing
  GROUP BY place
),
-- One row: references to layers that the set has.
chosen_layers AS (
  SELECT coalesce(sum(chosen), 0) AS layer_references FROM layer_state
),
-- One row: snapshots that the set has.
chosen_snapshots AS (
  SELECT coalesce(sum(is_exclusive), 0) AS snapshots FROM snapshot_state
)
SELECT
  -- stored_as: layers as stored: as now; a collection of garbage frees those that no image lists any more.
  --   unique files: every distinct file stored once, uncompressed; it stays as long as any layer that contains it.
  --   unique chunks: every distinct chunk of VMs stored once, zeros left out.
  CASE place WHEN 1 THEN 'layers as stored' WHEN 2 THEN 'unique files' ELSE 'unique chunks' END AS stored_as,
  -- chosen_references: 0 for a condition that fits nothing.
  CASE place WHEN 3 THEN chosen_snapshots.snapshots ELSE chosen_layers.layer_references END AS chosen_references,
  exclusive_things,
  -- exclusive_bytes: of things whose every reference is in the set. Deleting the set gives back these bytes.
  exclusive_bytes,
  shared_things,
  -- shared_bytes: of things that references outside of the set refer to as well. They stay.
  shared_bytes,
  set_bytes,
  total_bytes - set_bytes AS rest_bytes,
  total_things,
  total_bytes,
  -- freed_ratio: exclusive_bytes / total_bytes. With prices.storage-gb-month also exclusive_month_cost.
  exclusive_bytes / nullif(total_bytes, 0) AS freed_ratio
  /* prices: storage of exclusive_bytes as exclusive_month_cost */
FROM kind_total
CROSS JOIN chosen_layers
CROSS JOIN chosen_snapshots
ORDER BY place
