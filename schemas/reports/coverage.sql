-- What was read, what was left out, and why?
-- Layers are distinct blobs, however many images list them: `referenced` layers = `ingested, listed by an image` + all
-- `rejected` rows + `missing`. A layer rejected for several reasons counts under the first of them by name; one that a
-- later run ingested is not rejected any more. `other` are rejected things that no image lists as a layer (manifests,
-- configs, tags, inputs without a digest): without a digest each row counts, with one each digest. `snapshot` are
-- disks: those read by their format, with their lengths, and those rejected by their reason.
--
-- subject: overview
WITH
-- One row per layer that an image lists, with the size that its manifest declares.
listed_layer AS (
  SELECT layer_digest, max(compressed_bytes) AS declared_bytes
  FROM image_layer
  GROUP BY layer_digest
),
-- One row per rejected digest, with the first of its reasons by name.
rejected_digest AS (
  SELECT digest, min(reason) AS reason
  FROM rejected_blob
  WHERE digest IS NOT NULL
  GROUP BY digest
),
-- One row per listed layer: ingested, rejected or missing.
layer_state AS (
  SELECT
    CASE
      WHEN layer.layer_digest IS NOT NULL THEN 'ingested'
      WHEN rejected_digest.digest IS NOT NULL THEN 'rejected'
      ELSE 'missing'
    END AS state,
    CASE
      WHEN layer.layer_digest IS NOT NULL THEN 'listed by an image'
      WHEN rejected_digest.digest IS NOT NULL THEN rejected_digest.reason
      ELSE '-'
    END AS reason,
    coalesce(layer.compressed_bytes, listed_layer.declared_bytes, 0) AS bytes
  FROM listed_layer
  LEFT JOIN layer ON layer.layer_digest = listed_layer.layer_digest
  LEFT JOIN rejected_digest ON rejected_digest.digest = listed_layer.layer_digest
),
-- Layers that were read and that no image lists.
loose_layer AS (
  SELECT layer.compressed_bytes AS bytes
  FROM layer
  LEFT JOIN listed_layer ON listed_layer.layer_digest = layer.layer_digest
  WHERE listed_layer.layer_digest IS NULL
),
-- Manifests that were read. One that an input lacks and another one contains is not missing.
known_manifest AS (
  SELECT image_digest AS digest FROM image
  UNION
  SELECT manifest_digest FROM artifact
),
-- One row per rejected digest that is no listed layer, and per rejection without a digest.
other_rejection AS (
  SELECT 'other' AS thing, rejected_digest.reason
  FROM rejected_digest
  LEFT JOIN listed_layer ON listed_layer.layer_digest = rejected_digest.digest
  LEFT JOIN layer ON layer.layer_digest = rejected_digest.digest
  LEFT JOIN known_manifest ON known_manifest.digest = rejected_digest.digest
  WHERE listed_layer.layer_digest IS NULL AND layer.layer_digest IS NULL AND known_manifest.digest IS NULL
  UNION ALL
  SELECT CASE WHEN run.verb IN ('ingest snapshots', 'compare chunkers') THEN 'snapshot' ELSE 'other' END, rejected_blob.reason
  FROM rejected_blob
  LEFT JOIN run ON run.run_id = rejected_blob.run_id
  LEFT JOIN (SELECT DISTINCT source FROM snapshot) AS published ON published.source = rejected_blob.source
  WHERE rejected_blob.digest IS NULL AND published.source IS NULL
),
-- Manifests that an index lists and nobody stores.
absent_manifest AS (
  SELECT reference.digest, max(coalesce(reference.bytes, 0)) AS bytes
  FROM manifest_reference AS reference
  LEFT JOIN manifest ON manifest.manifest_digest = reference.digest
  LEFT JOIN rejected_digest ON rejected_digest.digest = reference.digest
  WHERE reference.kind = 'MANIFEST' AND manifest.manifest_digest IS NULL AND rejected_digest.digest IS NULL
  GROUP BY reference.digest
),
-- One row per kind of artifact and digest.
artifact_part AS (
  SELECT kind, digest, max(coalesce(bytes, 0)) AS bytes
  FROM artifact
  GROUP BY kind, digest
),
-- The last run of ingest registry that ended.
last_ingest AS (
  SELECT max(run_id) AS run_id FROM run WHERE verb = 'ingest registry' AND finished_at IS NOT NULL
),
-- What the newest run over each input found in storage folders and no image needs: one row a kind.
leftover_count AS (
  SELECT
    'blob' AS thing,
    'named by no manifest' AS reason,
    sum(counts['leftover_blobs']) AS things,
    sum(counts['leftover_blob_bytes']) AS bytes
  FROM newest_ingest
  UNION ALL
  SELECT 'upload', 'not finished', sum(counts['leftover_uploads']), sum(counts['leftover_upload_bytes'])
  FROM newest_ingest
  UNION ALL
  SELECT 'layer', 'of no image, no container', sum(counts['leftover_layers']), sum(counts['leftover_layer_bytes'])
  FROM newest_ingest
),
-- place is the order of the rows of the report.
report_line AS (
  SELECT
    1 AS place, 'image' AS thing, 'read' AS state, '-' AS reason, count(*) AS things, sum(compressed_bytes) AS bytes
  FROM image
  WHERE layer_format IS NULL
  UNION ALL
  SELECT 1, 'image', 'not read', layer_format, count(*), sum(compressed_bytes)
  FROM image
  WHERE layer_format IS NOT NULL
  GROUP BY layer_format
  UNION ALL
  SELECT 2, 'layer', 'referenced', '-', count(*), sum(bytes) FROM layer_state
  UNION ALL
  SELECT 3, 'layer', 'ingested', 'listed by an image', count(*), sum(bytes) FROM layer_state WHERE state = 'ingested'
  UNION ALL
  SELECT 4, 'layer', 'ingested', 'in no image', count(*), sum(bytes) FROM loose_layer
  UNION ALL
  SELECT 5, 'layer', 'rejected', reason, count(*), sum(bytes) FROM layer_state WHERE state = 'rejected' GROUP BY reason
  UNION ALL
  SELECT 6, 'layer', 'missing', '-', count(*), sum(bytes) FROM layer_state WHERE state = 'missing'
  UNION ALL
  SELECT 7, 'other', 'rejected', reason, count(*), 0 FROM other_rejection WHERE thing = 'other' GROUP BY reason
  UNION ALL
  SELECT 8, 'manifest', 'not stored', 'listed by an index', count(*), sum(bytes)
  FROM absent_manifest HAVING count(*) > 0
  UNION ALL
  SELECT 8, 'artifact', 'listed', kind, count(*), sum(bytes) FROM artifact_part GROUP BY kind
  UNION ALL
  SELECT 9, 'blob', 'skipped', 'ingested before', coalesce(sum(run.counts['blobs_skipped']), 0), 0
  FROM run
  JOIN last_ingest ON last_ingest.run_id = run.run_id
  UNION ALL
  SELECT 9, leftover_count.thing, 'left over', leftover_count.reason, leftover_count.things, leftover_count.bytes
  FROM leftover_count
  WHERE leftover_count.things > 0
  UNION ALL
  SELECT 10, 'snapshot', 'ingested', format, count(*), sum(virtual_bytes) FROM snapshot GROUP BY format
  UNION ALL
  SELECT 11, 'snapshot', 'rejected', reason, count(*), 0 FROM other_rejection WHERE thing = 'snapshot' GROUP BY reason
)
SELECT
  thing,
  -- state: missing: layers that images list and no run has tried to read. not read: an image with layers of another
  --   format than tar, which are rejected as UNSUPPORTED. not stored: a manifest that an index lists, such as of a
  --   platform that was never pulled, which is no fault. skipped: blobs that the last ingest registry found ingested
  --   already. left over: what the newest ingest of each
  --   input found in storage folders and no image needs, such as blobs that no manifest names,
  --   unfinished uploads, unpacked layers.
  state,
  reason,
  things AS count,
  -- bytes: of ingested layers those of the blob; of layers that could not be read the size that manifests declare, or
  --   0; of images the layer sizes as listed, repeats counted.
  coalesce(bytes, 0) AS bytes
FROM report_line
ORDER BY place, state DESC, reason
