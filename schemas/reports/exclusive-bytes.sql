-- What does a set of tags, images or snapshots hold alone, and what would deleting it give back?
-- Without --set the set is everything. --set CONDITION chooses references to layers (view layer_reference: repository, tag,
-- image, layer, category, built_at, age_days, first_seen_at, ..) or snapshots (view snapshot_reference: vm, snapshot, age_days, ..);
-- a condition that is neither true nor false, as of a tag that is null, does not choose. What every reference of is in the
-- set is exclusive to it: that much deleting the set gives back. What others refer to as well is shared, and stays. Each
-- thing counts once: exclusive + shared = set, set + rest = total. A condition that fits nothing has 0 chosen_references.
-- In one row as a registry stores now, compressed layers: its collection frees those that no image lists any more; in one
-- with every distinct file stored once, uncompressed; of VMs with every distinct chunk stored once, zeros left out. A file
-- stays as long as any layer that holds it stays. Counted are layers that were read, their FILE rows (a hard link is no
-- file, the empty one has no bytes), and published snapshots; manifests, configs and artifacts are not.
-- freed_ratio = exclusive_bytes / total_bytes. Needs no derive.
--
-- subject: registry
-- first: stored_as set_bytes exclusive_bytes shared_bytes freed_ratio chosen_references total_bytes
-- sets: layer_reference, snapshot_reference
-- chart: stacked-bars x=stored_as y=exclusive_bytes+shared_bytes; Bytes of the set
WITH
layer_state AS (
  SELECT
    layer AS layer_digest,
    count(CASE WHEN chosen THEN 1 END) AS chosen,
    min(CASE WHEN chosen THEN 1 ELSE 0 END) AS goes,
    max(CASE WHEN chosen THEN 1 ELSE 0 END) AS held
  FROM (
    SELECT layer, /* set of layer_reference */ true AS chosen
    FROM layer_reference
    WHERE /* asked of layer_reference */ true
  ) AS reference
  GROUP BY layer
),
snapshot_state AS (
  SELECT vm, snapshot, CASE WHEN chosen THEN 1 ELSE 0 END AS goes
  FROM (
    SELECT vm, snapshot, /* set of snapshot_reference */ true AS chosen
    FROM snapshot_reference
    WHERE /* asked of snapshot_reference */ true
  ) AS reference
),
thing AS (
  SELECT 1 AS place, layer.compressed_bytes AS bytes, layer_state.goes, layer_state.held
  FROM layer
  JOIN layer_state ON layer_state.layer_digest = layer.layer_digest
  UNION ALL
  SELECT 2, min(layer_recipe.bytes), min(layer_state.goes), max(layer_state.held)
  FROM layer_recipe
  JOIN layer_state ON layer_state.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.fingerprint
  UNION ALL
  SELECT 3, min(segment_chunk.bytes), min(snapshot_state.goes), max(snapshot_state.goes)
  FROM segment_chunk
  JOIN snapshot_state ON snapshot_state.vm = segment_chunk.vm AND snapshot_state.snapshot = segment_chunk.snapshot
  WHERE NOT segment_chunk.zero
  GROUP BY segment_chunk.fingerprint
),
summed AS (
  SELECT
    place,
    CAST(sum(goes) AS BIGINT) AS exclusive_things,
    CAST(sum(goes * bytes) AS BIGINT) AS exclusive_bytes,
    CAST(sum(held - goes) AS BIGINT) AS shared_things,
    CAST(sum((held - goes) * bytes) AS BIGINT) AS shared_bytes,
    CAST(sum(held * bytes) AS BIGINT) AS set_bytes,
    count(*) AS total_things,
    CAST(sum(bytes) AS BIGINT) AS total_bytes
  FROM thing
  GROUP BY place
),
matched AS (
  SELECT CAST(coalesce(sum(chosen), 0) AS BIGINT) AS layer_references FROM layer_state
),
matched_snapshots AS (
  SELECT CAST(coalesce(sum(goes), 0) AS BIGINT) AS snapshots FROM snapshot_state
)
SELECT
  CASE place WHEN 1 THEN 'compressed layers' WHEN 2 THEN 'unique files' ELSE 'unique chunks' END AS stored_as,
  CASE place WHEN 3 THEN matched_snapshots.snapshots ELSE matched.layer_references END AS chosen_references,
  exclusive_things,
  exclusive_bytes,
  shared_things,
  shared_bytes,
  set_bytes,
  total_bytes - set_bytes AS rest_bytes,
  total_things,
  total_bytes,
  CAST(exclusive_bytes AS DOUBLE) / nullif(CAST(total_bytes AS DOUBLE), 0) AS freed_ratio
FROM summed
CROSS JOIN matched
CROSS JOIN matched_snapshots
ORDER BY place
